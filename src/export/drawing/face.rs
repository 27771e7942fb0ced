//! A person's face, as on screen: a disc in their colour with their sign, or with their initials.

use super::canvas::{Canvas, Style};
use super::fonts::Font;
use super::palette::{ON_PLAYER, player};
use crate::session::{Face, Sign};

pub(in crate::export) fn draw_face(canvas: &mut Canvas, (x, y): (f32, f32), radius: f32, face: &Face) {
    canvas.circle(x, y, radius, player(face.colour), "none");
    if let Some(sign) = face.sign {
        return canvas.icon((x, y), radius * 1.24, shapes(sign), ON_PLAYER);
    }
    let size = Font::Bold.size_for(&face.initials, radius * 0.95, radius * 1.7);
    canvas.text(x, y + size * 0.36, Style::new(Font::Bold, size, ON_PLAYER).middle(), &face.initials);
}

/// The shapes of a sign's icon, without the frame that gives them the screen's size and colour.
fn shapes(sign: Sign) -> &'static str {
    let icon = match sign {
        Sign::Star => include_str!("../../../ui/icons/star.svg"),
        Sign::Moon => include_str!("../../../ui/icons/moon.svg"),
        Sign::Sun => include_str!("../../../ui/icons/sun.svg"),
        Sign::Flame => include_str!("../../../ui/icons/flame.svg"),
        Sign::Leaf => include_str!("../../../ui/icons/leaf.svg"),
        Sign::Drop => include_str!("../../../ui/icons/drop.svg"),
        Sign::Bolt => include_str!("../../../ui/icons/bolt.svg"),
        Sign::Key => include_str!("../../../ui/icons/key.svg"),
    };
    let framed = icon.split_once('>').and_then(|(_, rest)| rest.split_once("</svg>"));
    framed.map_or("", |(shapes, _)| shapes)
}
