//! The bundled fonts.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::export) enum Font {
    Regular,
    /// For names and met bids.
    SemiBold,
    /// For totals.
    Bold,
    /// For titles.
    Serif,
}

/// For the window, too: each is in the program once.
pub static FONTS: [&[u8]; 4] = [
    include_bytes!("../../../ui/fonts/TabletSans-Regular.otf"),
    include_bytes!("../../../ui/fonts/TabletSans-SemiBold.otf"),
    include_bytes!("../../../ui/fonts/TabletSans-Bold.otf"),
    include_bytes!("../../../ui/fonts/TabletSerif-Regular.otf"),
];

impl Font {
    /// Ours, then common ones for readers without it.
    pub(in crate::export) fn families(self) -> &'static str {
        match self {
            Font::Serif => "'Tablet Serif','EB Garamond',Garamond,Georgia,serif",
            _ => "'Tablet Sans',Inter,'Segoe UI','Noto Sans','DejaVu Sans',sans-serif",
        }
    }

    pub(in crate::export) fn weight(self) -> u16 {
        match self {
            Font::Regular | Font::Serif => 400,
            Font::SemiBold => 600,
            Font::Bold => 700,
        }
    }
}
