//! The formats of exports: what programs, people and menus call each.

use crate::text;
use crate::text::Text;

/// Each format with its key, its file's extension, its name in menus and its description in the terminal.
macro_rules! formats {
    ($($name:ident: $key:literal, $extension:literal, $text:expr, $help:literal;)*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Format {
            $($name,)*
        }

        impl Format {
            /// In the order of the menus.
            pub const ALL: [Format; [$(Format::$name),*].len()] = [$(Format::$name),*];

            pub fn key(self) -> &'static str {
                match self { $(Format::$name => $key,)* }
            }

            /// Without the dot.
            pub fn extension(self) -> &'static str {
                match self { $(Format::$name => $extension,)* }
            }

            pub fn text(self) -> Text {
                match self { $(Format::$name => $text,)* }
            }

            pub fn help(self) -> &'static str {
                match self { $(Format::$name => $help,)* }
            }
        }
    };
}

formats! {
    Png: "png", "png", text!("Picture"), "The sheet as a picture";
    Pdf: "pdf", "pdf", text!("PDF sheet"), "The sheet on A4";
    Csv: "csv", "csv", text!("CSV table"), "One row per player and round";
    Html: "html", "html", text!("Web page"), "One page without script or network, prints on A4";
    Text: "text", "txt", text!("Text"), "Aligned columns for a chat";
    BgStats: "bgstats", "bgsplay", text!("BG Stats file"), "A play file of BG Stats";
    Markdown: "markdown", "md", Text::foreign("Markdown"), "Tables for a forum or a wiki";
    Svg: "svg", "svg", Text::foreign("SVG"), "The sheet as a picture that scales";
    Json: "json", "json", Text::foreign("JSON"), "Everything, for other programs";
}

impl Format {
    /// The formats of an evening and of a league; the others are for a single game.
    pub const OF_TABLES: [Format; 4] = [Format::Png, Format::Pdf, Format::Csv, Format::Text];

    pub fn is_text(self) -> bool {
        match self {
            Format::Png | Format::Pdf => false,
            Format::Html | Format::BgStats | Format::Svg => true,
            Format::Csv | Format::Text | Format::Markdown | Format::Json => true,
        }
    }

    /// Whether a menu has it only behind *Elsewhere…*.
    pub fn is_rare(self) -> bool {
        matches!(self, Format::Markdown | Format::Svg | Format::Json)
    }
}
