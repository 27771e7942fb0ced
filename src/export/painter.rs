//! Draws on a page of a PDF what our drawings (`drawing/canvas.rs`) have: shapes in one colour, moved groups, and text,
//! which stays text.

use std::collections::HashMap;

use krilla::color::rgb;
use krilla::geom::{PathBuilder, Point, Transform};
use krilla::num::NormalizedF32;
use krilla::paint::{self, FillRule, LineCap, LineJoin, StrokeDash};
use krilla::surface::Surface;
use krilla::text::{Font, GlyphId, KrillaGlyph};
use resvg::tiny_skia::PathSegment;
use resvg::usvg::{self, Group, Node, Opacity, Paint, Path, Tree, fontdb};

use super::error::not_drawn;
use crate::text::Text;

/// The fonts of a document, each embedded once.
#[derive(Default)]
pub(super) struct Painter(HashMap<fontdb::ID, Font>);

impl Painter {
    pub(super) fn draw(&mut self, tree: &Tree, surface: &mut Surface) -> Result<(), Text> {
        self.group(tree, tree.root(), surface)
    }

    fn group(&mut self, tree: &Tree, group: &Group, surface: &mut Surface) -> Result<(), Text> {
        if group.should_isolate() {
            return Err(not_drawn("a drawing has neither clips nor transparency"));
        }
        surface.push_transform(&transform(group.transform()));
        let drawn = group.children().iter().try_for_each(|node| match node {
            Node::Group(group) => self.group(tree, group, surface),
            Node::Path(path) => draw_path(path, surface),
            Node::Text(text) => self.text(tree, text, surface),
            Node::Image(_) => Err(not_drawn("a drawing has no pictures")),
        });
        // Also after an error: a surface that is dropped with transforms left panics.
        surface.pop();
        drawn
    }

    /// Glyph by glyph, each with the letters that it stands for.
    fn text(&mut self, tree: &Tree, text: &usvg::Text, surface: &mut Surface) -> Result<(), Text> {
        for span in text.layouted() {
            surface.set_fill(span.fill.as_ref().map(fill).transpose()?);
            surface.set_stroke(None);
            for glyph in &span.positioned_glyphs {
                let font = self.font(tree, glyph.font)?;
                // krilla scales to the size itself.
                let scale = font.units_per_em() / glyph.font_size();
                surface.push_transform(&transform(glyph.transform().pre_scale(scale, scale)));
                let id = GlyphId::new(glyph.id.0);
                let glyphs = [KrillaGlyph::new(id, 0.0, 0.0, 0.0, 0.0, 0..glyph.text.len(), None)];
                surface.draw_glyphs(Point::default(), &glyphs, font, &glyph.text, glyph.font_size(), false);
                surface.pop();
            }
        }
        Ok(())
    }

    fn font(&mut self, tree: &Tree, id: fontdb::ID) -> Result<Font, Text> {
        if let Some(font) = self.0.get(&id) {
            return Ok(font.clone());
        }
        let source = tree.fontdb().face_source(id);
        let font = source.and_then(|(fontdb::Source::Binary(data), index)| Font::new(data.into(), index));
        let font = font.ok_or_else(|| not_drawn("a font is not readable"))?;
        self.0.insert(id, font.clone());
        Ok(font)
    }
}

fn draw_path(path: &Path, surface: &mut Surface) -> Result<(), Text> {
    let mut builder = PathBuilder::new();
    for segment in path.data().segments() {
        match segment {
            PathSegment::MoveTo(to) => builder.move_to(to.x, to.y),
            PathSegment::LineTo(to) => builder.line_to(to.x, to.y),
            PathSegment::QuadTo(by, to) => builder.quad_to(by.x, by.y, to.x, to.y),
            PathSegment::CubicTo(one, two, to) => builder.cubic_to(one.x, one.y, two.x, two.y, to.x, to.y),
            PathSegment::Close => builder.close(),
        }
    }
    let fill = path.fill().map(fill).transpose()?;
    let stroke = path.stroke().map(stroke).transpose()?;
    let shape = builder.finish().filter(|_| path.is_visible() && (fill.is_some() || stroke.is_some()));
    if let Some(shape) = shape {
        surface.set_fill(fill);
        surface.set_stroke(stroke);
        surface.draw_path(&shape);
    }
    Ok(())
}

fn fill(fill: &usvg::Fill) -> Result<paint::Fill, Text> {
    Ok(paint::Fill {
        paint: colour(fill.paint(), fill.opacity())?,
        opacity: NormalizedF32::ONE,
        rule: match fill.rule() {
            usvg::FillRule::NonZero => FillRule::NonZero,
            usvg::FillRule::EvenOdd => FillRule::EvenOdd,
        },
    })
}

fn stroke(stroke: &usvg::Stroke) -> Result<paint::Stroke, Text> {
    Ok(paint::Stroke {
        paint: colour(stroke.paint(), stroke.opacity())?,
        width: stroke.width().get(),
        miter_limit: stroke.miterlimit().get(),
        line_cap: match stroke.linecap() {
            usvg::LineCap::Butt => LineCap::Butt,
            usvg::LineCap::Round => LineCap::Round,
            usvg::LineCap::Square => LineCap::Square,
        },
        line_join: match stroke.linejoin() {
            usvg::LineJoin::Miter | usvg::LineJoin::MiterClip => LineJoin::Miter,
            usvg::LineJoin::Round => LineJoin::Round,
            usvg::LineJoin::Bevel => LineJoin::Bevel,
        },
        opacity: NormalizedF32::ONE,
        dash: stroke.dasharray().map(|lengths| StrokeDash { array: lengths.to_vec(), offset: stroke.dashoffset() }),
    })
}

fn colour(paint: &Paint, opacity: Opacity) -> Result<paint::Paint, Text> {
    match paint {
        Paint::Color(colour) if opacity == Opacity::ONE => {
            Ok(rgb::Color::new(colour.red, colour.green, colour.blue).into())
        }
        _ => Err(not_drawn("a drawing has neither gradients nor transparency")),
    }
}

fn transform(by: usvg::Transform) -> Transform {
    Transform::from_row(by.sx, by.ky, by.kx, by.sy, by.tx, by.ty)
}

#[cfg(test)]
mod tests {
    use krilla::Document;
    use resvg::usvg::Options;

    use super::*;

    #[test]
    fn what_no_drawing_has_is_refused_within_a_group() {
        for (fill, wrong) in [("url(#g)", "gradients"), ("#0008", "gradients"), ("red' opacity='0.5", "clips")] {
            let svg = format!(
                "<svg xmlns='http://www.w3.org/2000/svg' width='10' height='10'>
                <linearGradient id='g'><stop offset='0'/><stop offset='1' stop-color='red'/></linearGradient>
                <g transform='translate(1 1)'><rect width='5' height='5' fill='{fill}'/></g></svg>"
            );
            let tree = Tree::from_str(&svg, &Options::default()).unwrap();
            let mut document = Document::new();
            let mut page = document.start_page();
            let refused = Painter::default().draw(&tree, &mut page.surface()).unwrap_err().to_string();
            assert!(refused.contains(&format!("a drawing has neither {wrong} nor transparency")), "{fill}: {refused}");
        }
    }
}
