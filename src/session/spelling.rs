use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::canonical_combining_class;

/// Lower case, without accents, in one spelling where there are several.
pub fn folded(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let mut out = String::with_capacity(text.len());
    for letter in text.nfkd().flat_map(char::to_lowercase) {
        match letter {
            'ß' => out.push_str("ss"),
            'æ' => out.push_str("ae"),
            'œ' => out.push_str("oe"),
            'ø' => out.push('o'),
            'ł' => out.push('l'),
            'đ' | 'ð' => out.push('d'),
            'ı' => out.push('i'),
            'ς' => out.push('σ'),
            '’' | 'ʼ' => out.push('\''),
            // A combining accent, separate after decomposition.
            _ if canonical_combining_class(letter) != 0 => {}
            _ => out.push(letter),
        }
    }
    out
}
