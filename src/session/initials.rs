use unicode_segmentation::UnicodeSegmentation;

/// One letter per name, or two for names that share it: the first, and the first that differs.
pub fn initials(names: &[String]) -> Vec<String> {
    let letters: Vec<Vec<String>> =
        names.iter().map(|name| name.graphemes(true).map(str::to_uppercase).collect()).collect();
    let at = |seat: usize, index: usize| letters.get(seat).and_then(|name| name.get(index));
    (0..names.len())
        .map(|seat| {
            let first = at(seat, 0).cloned().unwrap_or_default();
            let same: Vec<usize> =
                (0..names.len()).filter(|&other| other != seat && at(other, 0) == at(seat, 0)).collect();
            if same.is_empty() {
                return first;
            }
            let length = letters.get(seat).map_or(0, Vec::len);
            let telling = (1..length).find(|&index| same.iter().all(|&other| at(other, index) != at(seat, index)));
            let second = at(seat, telling.unwrap_or(1)).map(|letter| letter.to_lowercase()).unwrap_or_default();
            format!("{first}{}", second.trim())
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::initials;

    fn of(names: &[&str]) -> Vec<String> {
        initials(&names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn one_letter_is_enough_when_it_is_not_shared() {
        assert_eq!(of(&["Émilie", "Thomas", "anna"]), ["É", "T", "A"]);
    }

    #[test]
    fn those_who_share_a_letter_get_a_second_that_tells_them_apart() {
        assert_eq!(of(&["Arnaud", "Anna", "Émilie"]), ["Ar", "An", "É"]);
        assert_eq!(of(&["Anna", "Annika", "Ann"]), ["Aa", "Ai", "An"]);
    }
}
