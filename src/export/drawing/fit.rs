//! How wide texts are, and how they fit into their room.

use unicode_segmentation::UnicodeSegmentation;

use super::fonts::Font;
use super::letters::runs;

impl Font {
    /// How wide a text is at this size.
    pub(in crate::export) fn width(self, text: &str, size: f32) -> f32 {
        if text.chars().all(|letter| self.has(letter)) {
            return self.own_width(text) * size;
        }
        runs(self, text).iter().map(|run| run.width).sum::<f32>() * size
    }

    /// The text, shortened with an ellipsis where it is wider than `room`.
    pub(in crate::export) fn cut(self, text: &str, size: f32, room: f32) -> String {
        if self.width(text, size) <= room {
            return text.to_owned();
        }
        let mut kept = String::new();
        for part in text.graphemes(true) {
            if self.width(&kept, size) + self.width(part, size) + self.width("…", size) > room {
                break;
            }
            kept.push_str(part);
        }
        format!("{}…", kept.trim_end())
    }

    /// The text in lines of `room`, broken between words where that is possible.
    pub(in crate::export) fn wrap(self, text: &str, size: f32, room: f32) -> Vec<String> {
        let mut lines = Vec::new();
        let mut line = String::new();
        for word in text.split_inclusive(char::is_whitespace) {
            if self.width(&line, size) + self.width(word.trim_end(), size) <= room {
                line.push_str(word);
                continue;
            }
            if !line.trim().is_empty() {
                lines.push(std::mem::take(&mut line).trim_end().to_owned());
            }
            line.clear();
            // A word that fits in no line is broken where it must be.
            for part in word.trim_start().graphemes(true) {
                if self.width(&line, size) + self.width(part, size) > room && !line.is_empty() {
                    lines.push(std::mem::take(&mut line));
                }
                line.push_str(part);
            }
        }
        lines.push(line.trim_end().to_owned());
        lines
    }

    /// As [`Font::wrap`], in `most` lines at most; the last one is cut.
    pub(in crate::export) fn wrap_in(self, text: &str, size: f32, room: f32, most: usize) -> Vec<String> {
        let mut lines = self.wrap(text, size, room);
        if lines.len() > most {
            let rest = lines.split_off(most.saturating_sub(1)).join(" ");
            lines.push(self.cut(&rest, size, room));
        }
        lines
    }

    /// The largest size up to `size` at which the text fits into `room`.
    pub(in crate::export) fn size_for(self, text: &str, size: f32, room: f32) -> f32 {
        let width = self.width(text, size);
        if width <= room { size } else { size * room / width }
    }
}

#[cfg(test)]
mod tests {
    use super::Font;

    #[test]
    fn texts_are_cut_and_wrapped_into_their_room() {
        let font = Font::Regular;
        let cut = font.cut("a name that is far too long", 10.0, 60.0);
        assert!(cut.ends_with('…') && font.width(&cut, 10.0) <= 60.0, "{cut}");
        assert_eq!(font.cut("short", 10.0, 60.0), "short");
        let lines = font.wrap(&format!("one two {} three", "W".repeat(40)), 10.0, 60.0);
        assert!(lines.len() > 5 && lines.iter().all(|line| font.width(line, 10.0) <= 60.0), "{lines:?}");
        assert_eq!(lines.concat().matches('W').count(), 40);
        assert_eq!(font.wrap_in(&"W".repeat(40), 10.0, 60.0, 2).len(), 2);
    }
}
