//! Exports in every format, read back by other programs' readers where there are any.

use std::collections::BTreeSet;

use html5gum::{Token, Tokenizer};
use serde_json::Value;
use tablet_of_truth::archive::read_session;
use tablet_of_truth::export::{
    self, ExportOptions, Format, export_table, play_code, play_link, suggested_name, wide_text,
};
use tablet_of_truth::language::Language;
use tablet_of_truth::seats::PerSeat;
use tablet_of_truth::session::{Colour, Face, Player, Session, Sign};
use tablet_of_truth::table::{Cell, Column, Row, Table, Tone};
use tablet_of_truth::text;
use tablet_of_truth::text::Text;
use tablet_of_truth::wizard::{Bidding, Command, DeckNames, Round, RuleSet, SpecialCard, Trump, Waiver};

use crate::common::json::Validator;
use crate::common::{
    NAMES, after, at, classic, cloud, hands, penalty, played, random_round, round, scored, session, session_of,
    taken_over, unbound, with_cards,
};

/// Names with a meaning in some format.
pub const HOSTILE: [&str; 6] = [
    "O'Neil, \"Bob\"\nJr.",
    "=1+1",
    "<script>alert(1)</script>",
    "דוד בן־גוריון",
    "👩‍👩‍👧‍👦 & \u{7}Cie",
    "\u{202E}a|b *c* [d](e) `f` _g_\u{2068}",
];

/// The same names as people read them: on one line, and unable to turn the letters around them.
const HOSTILE_READ: [&str; 6] = [
    "O'Neil, \"Bob\" Jr.",
    "=1+1",
    "<script>alert(1)</script>",
    "דוד בן־גוריון",
    "👩‍👩‍👧‍👦 & \u{FFFD}Cie",
    "a|b *c* [d](e) `f` _g_",
];

pub fn english() -> ExportOptions<'static> {
    ExportOptions { language: Language::ENGLISH, seats: Colour::ALL.map(|colour| (colour, None)), tournament: None }
}

fn export(session: &Session, format: Format, identified: bool) -> Result<Vec<u8>, Text> {
    export::export(session, format, identified, english())
}

fn pad(players: usize, plus_minus_one: bool) -> Result<Vec<u8>, Text> {
    let rules = RuleSet { plus_minus_one, ..RuleSet::default() };
    export::pad(players, &rules, &[], Language::ENGLISH)
}

fn finished(names: &[&str], rules: RuleSet) -> Session {
    let mut random = fastrand::Rng::with_seed(names.len() as u64);
    let start = session_of(names, rules);
    (1..=start.game().plan().rounds())
        .fold(start, |session, number| scored(&session, &random_round(session.game(), number, &mut random)))
}

/// Finished with three and with six players, mid-round, with hostile texts, ended early, and not begun.
fn sessions() -> Vec<Session> {
    let all: BTreeSet<SpecialCard> = SpecialCard::ALL.into();
    let running =
        (1..4).fold(session(4, unbound()), |session, tricks| played(&session, &[0, 1, 0, 1], &[0, 0, 0, tricks]));
    let early = after(&played(&session(3, unbound()), &[1, 0, 0], &[1, 0, 0]), [Command::EndEarly(at(30))]);
    let hostile = finished(&HOSTILE, unbound());
    let hostile = hostile.noted("<b>מקום</b> | =1", "</style><script>\n# no title\n\u{1b}[2J").unwrap();
    vec![
        finished(&NAMES[..3], classic()),
        finished(&NAMES, RuleSet { special_cards: all, ..unbound() }),
        after(&running, [Command::Bid(1, Some(2)), Command::Trump(Some(Trump::Red))]),
        hostile,
        early,
        session(5, classic()),
    ]
}

/// A session in which this player left after round 2, with a penalty.
fn left_by(name: &str) -> Session {
    let begun = played(&session_of(&["Ana", "Bo", name], unbound()), &[1, 0, 0], &[1, 0, 0]);
    let begun = played(&begun, &[1, 0, 0], &[1, 0, 1]);
    let begun = after(&begun, [Command::Penalties(vec![penalty(2, 2, -10, "\u{202E}late")])]);
    let dan = Player::new("Dan", uuid::Uuid::from_u128(0xda));
    played(&taken_over(&begun, 2, &dan), &[1, 1, 0], &[1, 1, 1])
}

fn text_of(session: &Session, format: Format) -> String {
    String::from_utf8(export(session, format, true).unwrap()).unwrap()
}

/// Without blanks, which a PDF's reader sees between letters set apart, and without escapes.
fn packed(text: &str) -> String {
    text.replace([' ', '\u{a0}', '\\'], "")
}

/// What each format for people says, packed, and the terminal at last.
fn for_people(session: &Session) -> Vec<(String, String)> {
    let formats = [Format::Text, Format::Markdown, Format::Html, Format::Svg, Format::Pdf].map(|format| match format {
        Format::Pdf => ("Pdf".to_owned(), pdf_text(&export(session, format, true).unwrap())),
        _ => (format!("{format:?}"), text_of(session, format)),
    });
    let terminal = ("terminal".to_owned(), wide_text(session, true, Language::ENGLISH));
    formats.into_iter().chain([terminal]).map(|(format, text)| (format, packed(&text))).collect()
}

/// The session that the JSON export is read as.
fn read_back(session: &Session) -> Session {
    read_session(&export(session, Format::Json, true).unwrap(), at(99)).unwrap().session.wizard().unwrap()
}

fn json_of(session: &Session, format: Format) -> Value {
    serde_json::from_str(&text_of(session, format)).unwrap()
}

fn hostile() -> Session {
    sessions().swap_remove(3)
}

// --- All formats ----------------------------------------------------------------------------------------------------

#[test]
fn every_session_has_every_format_the_same_bytes_and_a_safe_name() {
    for session in sessions() {
        for format in Format::ALL {
            let bytes = export(&session, format, true).unwrap();
            assert!(bytes.len() > 100, "{format:?}");
            assert_eq!(bytes, export(&session, format, true).unwrap(), "{format:?}");
            assert!(export(&session, format, false).is_ok(), "{format:?}");
            let name = suggested_name(&session, format);
            assert!(name.ends_with(&format!(".{}", format.extension())) && name.len() < 200, "{name}");
            assert!(name.starts_with("wizard_2026-03-07"), "{name}");
            assert!(!name.contains(|letter: char| letter.is_control() || "/\\:*?\"<>| \u{202E}".contains(letter)));
        }
    }
    assert_eq!(suggested_name(&session(3, classic()), Format::Pdf), "wizard_2026-03-07_Ana_Zoë_李雷.pdf");
}

#[test]
fn no_text_has_a_control_character_or_changes_direction() {
    let left = HOSTILE.map(left_by).into_iter().chain([left_by("\u{202E}Cy\u{2067}")]);
    for session in sessions().into_iter().chain(left) {
        for (format, text) in for_people(&session) {
            let control = |letter: char| letter.is_control() && letter != '\n';
            assert!(!text.contains(control), "{format}: {text}");
            assert!(!text.contains(['\u{202D}', '\u{202E}', '\u{2067}']), "{format}: {text:?}");
            let (opened, closed) = (text.matches('\u{2068}').count(), text.matches('\u{2069}').count());
            assert_eq!(opened, closed, "{format}");
        }
        for format in [Format::Json, Format::BgStats] {
            let text = text_of(&session, format);
            assert!(!text.contains(|letter: char| letter.is_control() && letter != '\n'), "{format:?}: {text}");
        }
    }
    for format in [Format::Csv, Format::Json, Format::BgStats] {
        let text = text_of(&left_by("\u{202E}Cy\u{2067}"), format);
        assert!(text.contains("\u{202E}Cy\u{2067}"), "programs get a name as it is: {format:?}");
    }
}

#[test]
fn a_game_written_by_hand_has_no_date() {
    let session = finished(&NAMES[..3], classic());
    for format in [Format::Text, Format::Markdown, Format::Html, Format::Svg, Format::Csv, Format::Json] {
        let dated = |identified| {
            let text = String::from_utf8(export(&session, format, identified).unwrap()).unwrap();
            // The time of a round is not the date of the session.
            text.contains("2026") || text.contains(&session.id().to_string())
        };
        assert!(dated(true) && !dated(false), "{format:?}");
    }
}

// --- Text and Markdown ----------------------------------------------------------------------------------------------

#[test]
fn text_for_a_chat_is_narrow_and_aligned() {
    for session in sessions().into_iter().take(2) {
        let text = text_of(&session, Format::Text);
        let table: Vec<&str> = text.lines().skip_while(|line| !line.starts_with(" 1 ")).collect();
        assert!(table.len() >= session.rounds().len(), "{text}");
        let widths = table[..session.rounds().len()].iter().map(|line| unicode_width::UnicodeWidthStr::width(*line));
        assert!(widths.clone().all(|width| width <= 46), "{text}");
        let last = session.current_totals();
        let line = table[session.rounds().len() - 1].replace('−', "-").replace('✓', "");
        let numbers: Vec<i32> = line.split_whitespace().skip(1).map(|number| number.parse().unwrap()).collect();
        assert_eq!(numbers.into_iter().collect::<PerSeat<i32>>(), last);
        for name in session.people().names_at_end() {
            assert!(text.contains(&name), "{text}");
        }
    }
}

#[test]
fn points_below_zero_have_a_true_minus_for_people_and_a_plain_one_for_programs() {
    let session = played(&session(3, unbound()), &[1, 1, 1], &[1, 0, 0]);
    for format in [Format::Text, Format::Markdown, Format::Html, Format::Svg] {
        let text = text_of(&session, format);
        assert!(text.contains("−10") && !text.contains(">-10") && !text.contains(" -10"), "{text}");
    }
    for format in [Format::Csv, Format::Json, Format::BgStats] {
        let text = text_of(&session, format);
        assert!(text.contains("-10") && !text.contains('−'), "{text}");
    }
}

#[test]
fn a_right_to_left_name_is_isolated_in_lines_of_text() {
    let text = text_of(&hostile(), Format::Text);
    assert!(text.contains("\u{2068}ד דוד בן־גוריון\u{2069}"), "{text}");
    assert!(text_of(&hostile(), Format::Html).contains("<bdi>דוד בן־גוריון</bdi>"));
}

#[test]
fn markdown_cells_hold_names_and_nothing_else() {
    for session in sessions() {
        let text = text_of(&session, Format::Markdown);
        for table in text.split("\n\n").filter(|part| part.starts_with('|')) {
            let cells = |line: &str| line.replace("\\|", "").matches('|').count();
            let head = cells(table.lines().next().unwrap());
            assert!(table.lines().all(|line| cells(line) == head), "{table}");
        }
        assert!(!text.contains('<'), "{text}");
    }
    let text = text_of(&hostile(), Format::Markdown);
    assert!(text.contains("a\\|b \\*c\\* \\[d\\](e) \\`f\\` \\_g\\_"), "{text}");
    assert!(text.contains("\\# no title"), "{text}");
}

#[test]
fn indented_notes_are_text_in_markdown() {
    let session = sessions().swap_remove(0).noted("", "Who deals?\n\n    *Bo* <b>\n\tAna").unwrap();
    let text = text_of(&session, Format::Markdown);
    // Four blanks after an empty line begin a block of code, which shows every character as it is.
    assert!(text.contains("\n\\*Bo\\* &lt;b&gt;"), "{text}");
    assert!(text.lines().all(|line| !line.starts_with("    ")), "{text}");
}

// --- CSV and JSON ---------------------------------------------------------------------------------------------------

#[test]
fn csv_has_a_row_for_each_player_and_round_and_restores_names() {
    for session in sessions() {
        let bytes = export(&session, Format::Csv, true).unwrap();
        let mut reader = csv::Reader::from_reader(bytes.as_slice());
        let rows: Vec<csv::StringRecord> = reader.records().map(|row| row.unwrap()).collect();
        // Round 1 is told in any case, as it says who plays.
        let open = session.open().is_some_and(|(number, open)| number == 1 || open.facts.is_begun());
        let rounds = session.rounds().len() + usize::from(open);
        assert_eq!(rows.len(), rounds * session.people().players_at_end().len());
        for (row, player) in rows.iter().zip(session.people().players_at_end().iter().cycle()) {
            assert!(!row[6].starts_with(['=', '+', '-', '@']), "{row:?}");
            let name = row[6].strip_prefix('\'').unwrap_or(&row[6]);
            let wanted = player.name.replace(['\u{7}', '\u{1b}'], "\u{FFFD}");
            assert_eq!(name, wanted);
        }
    }
}

#[test]
fn json_is_a_session_file_by_its_schema_too() {
    let schema = Validator::of("session");
    let begun = after(&session(3, unbound()), [Command::Bid(1, Some(1))]);
    for session in sessions().into_iter().chain([begun]) {
        assert_eq!(schema.check(&json_of(&session, Format::Json)), Ok(()));
    }
}

#[test]
fn json_has_trump_bomb_and_cloud() {
    let with = with_cards(&[SpecialCard::Bomb, SpecialCard::Cloud]);
    let mut facts = round(&[1, 0, 0], &[1, 0, 0]);
    facts.clouds = vec![crate::common::cloud(0, -1)];
    let session = scored(&after(&session(3, with), [Command::Trump(Some(Trump::Green))]), &facts);
    let json = json_of(&session, Format::Json);
    let first = &json["rounds"][0];
    assert_eq!(first["trump"], "green");
    assert_eq!((&first["cloud"]["change"], &first["scored_bids"][0]), (&Value::from(-1), &Value::from(0)));
    assert_eq!((&first["bomb"], &first["totals"][0]), (&Value::from(false), &Value::from(-10)));
    assert_eq!(json["edition"], "anniversary");
    assert_eq!(json["rules"]["special_cards"][0], "bomb");
    assert_eq!(json["standings"][0]["bids_met"], 1);
}

#[test]
fn former_players_have_their_rounds_and_are_named() {
    let game = left_by("Cy");
    let shown = "Cy played up to round 2, then Dan";
    for (format, text) in for_people(&game) {
        assert!(text.contains(&packed(shown)), "{format}: {text}");
        assert!(!text.contains("round2:Dan"), "{format}: the penalty was Cy's: {text}");
    }
    assert!(text_of(&game, Format::BgStats).contains(shown));
    let play = json_of(&game, Format::BgStats);
    let names: Vec<&str> = play["players"].as_array().unwrap().iter().filter_map(|one| one["name"].as_str()).collect();
    assert_eq!(names, ["Ana", "Bo", "Dan"], "the play belongs to those who finished it");
    assert!(play["plays"][0]["comments"].as_str().unwrap().contains("round 2: Cy -10"), "{play}");
}

#[test]
fn bg_stats_gets_the_edition() {
    for (cards, board) in
        [(&[][..], ""), (&[SpecialCard::Bomb, SpecialCard::Cloud], "25 years"), (&[SpecialCard::Vampire], "30 years")]
    {
        let game = session(3, with_cards(cards));
        assert_eq!(json_of(&game, Format::BgStats)["plays"][0]["board"], board);
        let link = pushed(&play_link(&game));
        assert_eq!(link["board"].as_str().unwrap_or_default(), board);
    }
}

// --- HTML -----------------------------------------------------------------------------------------------------------

fn page(session: &Session) -> (String, Vec<html5gum::StartTag<()>>) {
    let (mut text, mut tags) = (String::new(), Vec::new());
    for token in Tokenizer::new(&text_of(session, Format::Html)) {
        match token.unwrap() {
            Token::String(part) => text.push_str(std::str::from_utf8(&part).unwrap()),
            Token::StartTag(tag) => tags.push(tag),
            Token::Error(error) => panic!("{error:?}"),
            _ => {}
        }
    }
    (text, tags)
}

#[test]
fn the_page_has_no_script_and_needs_no_network() {
    for session in sessions() {
        let (_, tags) = page(&session);
        let known = "html head meta title style body main header h1 p ul li section div h2 table thead tr th tbody td \
                     span bdi small svg g line text path circle caption footer";
        for tag in tags {
            let name = std::str::from_utf8(&tag.name).unwrap();
            assert!(known.split(' ').any(|known| known == name), "{name}");
            for (attribute, value) in &tag.attributes {
                let attribute = std::str::from_utf8(attribute).unwrap();
                assert!(!attribute.starts_with("on") && !["src", "href"].contains(&attribute), "{attribute}");
                assert!(!std::str::from_utf8(&value.value).unwrap().contains("url("), "{attribute}");
            }
        }
        let text = text_of(&session, Format::Html);
        assert!(!text.contains("@import") && !text.contains("http:") && !text.contains("https:"));
    }
}

#[test]
fn the_page_shows_names_standings_chart_and_notes() {
    let session = hostile();
    let (text, tags) = page(&session);
    for name in HOSTILE_READ {
        // In the standings and over the sheet; the winner's name also in the two titles.
        assert!([2, 4].contains(&text.matches(name).count()), "{name}: {text}");
    }
    assert!(text.contains("# no title") && text.contains("</style><script>"), "{text}");
    assert!(tags.iter().any(|tag| &**tag.name == b"svg"));
    let cells = tags.iter().filter(|tag| &**tag.name == b"tr").count();
    assert_eq!(cells, 1 + session.people().players_at_end().len() + 1 + session.rounds().len());
}

// --- SVG, PNG and PDF -----------------------------------------------------------------------------------------------

#[test]
fn the_picture_is_xml_with_every_name_and_a_line_for_each_player() {
    for session in sessions() {
        let text = text_of(&session, Format::Svg);
        let picture = roxmltree::Document::parse(&text).unwrap();
        let texts: String =
            picture.descendants().filter(|node| node.has_tag_name("text")).filter_map(|node| node.text()).collect();
        assert!(!picture.descendants().any(|node| node.has_tag_name("script") || node.has_tag_name("image")));
        for line in session.standings() {
            let total = line.total.to_string().replace('-', "−");
            assert!(texts.contains(&total), "{total}");
        }
        if !session.rounds().is_empty() {
            // Lines differ by more than colour: no two have the same dashes.
            let lines = picture.descendants().filter(|node| node.attribute("stroke-width") == Some("1.5"));
            let long = lines.filter(|node| {
                node.attribute("d").is_some_and(|path| path.matches('L').count() > 2 || session.rounds().len() < 3)
            });
            let dashes: BTreeSet<Option<&str>> = long.map(|node| node.attribute("stroke-dasharray")).collect();
            assert_eq!(dashes.len(), session.people().players_at_end().len());
        }
    }
    let text = text_of(&hostile(), Format::Svg);
    let picture = roxmltree::Document::parse(&text).unwrap();
    let texts: String = picture.descendants().filter(|node| node.is_text()).filter_map(|node| node.text()).collect();
    // Where no font here has these letters, a name may break into two lines; who opens the picture may have one.
    let unbroken = |text: &str| text.replace(' ', "");
    for name in [HOSTILE_READ[0], HOSTILE_READ[1], HOSTILE_READ[3]] {
        assert!(unbroken(&texts).contains(&unbroken(name)), "{name}: {texts}");
    }
}

#[test]
fn exports_have_the_faces_that_people_chose() {
    let session = finished(&NAMES[..3], unbound());
    let usual = english();
    let chosen = ExportOptions { seats: [3, 0, 5, 1, 2, 4].map(|colour| (Colour::ALL[colour], None)), ..usual };
    let in_look = |format: Format, look: ExportOptions| export::export(&session, format, true, look).unwrap();
    let svg = String::from_utf8(in_look(Format::Svg, chosen)).unwrap();
    let picture = roxmltree::Document::parse(&svg).unwrap();
    for (initials, mark, line) in
        [("A", "#cc79a7", "#a8487e"), ("Z", "#56b4e9", "#1f7fb8"), ("李", "#8c9eff", "#5568d6")]
    {
        let marks = picture.descendants().filter(|node| node.has_tag_name("text") && node.text() == Some(initials));
        let discs: Vec<Option<&str>> =
            marks.map(|text| text.prev_sibling().and_then(|disc| disc.attribute("fill"))).collect();
        assert_eq!(discs, [Some(mark); 3], "{initials}: standings, chart and sheet");
        assert!(picture.descendants().any(|node| node.attribute("stroke") == Some(line)), "{initials}");
        let page = String::from_utf8(in_look(Format::Html, chosen)).unwrap();
        let discs = page.matches(&format!("fill=\"{mark}\"")).count();
        assert!(discs == 3 && page.contains(&format!(":{line};")), "{initials}");
    }
    assert!(!svg.contains("#e69f00"), "nobody has the second seat's usual colour");
    let mut signed = chosen;
    signed.seats[1].1 = Some(Sign::Moon);
    let icon = include_str!("../../ui/icons/moon.svg");
    let moon = roxmltree::Document::parse(icon).unwrap();
    let moon = moon.descendants().find_map(|node| node.attribute("d")).unwrap();
    for format in [Format::Svg, Format::Html] {
        let shown = String::from_utf8(in_look(format, signed)).unwrap();
        assert_eq!(shown.matches(moon).count(), 3, "{format:?}: standings, chart and sheet");
        assert!(shown.contains(">A</text>") && !shown.contains(">Z</text>"), "{format:?}: a sign in place of initials");
    }
    for format in [Format::Png, Format::Pdf] {
        assert!(in_look(format, chosen) != in_look(format, usual), "{format:?}");
        assert!(in_look(format, signed) != in_look(format, chosen), "{format:?}");
    }
}

#[test]
fn totals_of_five_figures_have_room_beside_the_chart_and_on_the_sheet() {
    let hands = RuleSet { hands: Some(vec![26; 40]), extra_cards: 20, ..unbound() };
    let long = (1..=40).fold(session(3, hands), |session, _| played(&session, &[26, 26, 26], &[26, 0, 0]));
    assert_eq!(long.current_totals(), [11_200, -10_400, -10_400]);
    let text = text_of(&long, Format::Svg);
    let picture = roxmltree::Document::parse(&text).unwrap();
    let number = |node: &roxmltree::Node, name: &str| node.attribute(name).unwrap().parse::<f32>().unwrap();
    let at_end = picture.descendants().filter(|node| node.attribute("text-anchor") == Some("end"));
    let labels: Vec<roxmltree::Node> = at_end
        .filter(|node| node.attribute("font-size") == Some("7") && node.text().unwrap().ends_with("000"))
        .collect();
    assert!((3..=6).contains(&labels.len()), "{}", labels.len());
    // The chart's panel begins at 256; a digit is at least half as wide as it is high.
    for label in &labels {
        let letters = label.text().unwrap().chars().count() as f32;
        assert!(number(label, "x") - 3.5 * letters > 260.0, "{:?} begins outside", label.text());
    }
    let mut heights: Vec<f32> = labels.iter().map(|label| number(label, "y")).collect();
    heights.sort_by(f32::total_cmp);
    assert!(heights.windows(2).all(|pair| pair[1] - pair[0] > 14.0), "{heights:?}");
}

/// The rows of a picture that is as wide as each of ours.
fn pixels(png: &[u8]) -> Vec<Vec<[u8; 4]>> {
    let mut reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    assert_eq!(reader.next_frame(&mut pixels).unwrap().width, 1488);
    let row = |row: &[u8]| row.chunks_exact(4).map(|pixel| pixel.try_into().unwrap()).collect();
    pixels.chunks_exact(4 * 1488).map(row).collect()
}

#[test]
fn the_png_has_colours_and_a_size_for_a_chat() {
    for session in sessions() {
        let pixels = pixels(&export(&session, Format::Png, true).unwrap());
        assert!((900..2600).contains(&pixels.len()), "{}", pixels.len());
        let colours: BTreeSet<[u8; 4]> = pixels.concat().into_iter().collect();
        // Parchment behind, the first player's colour in their marks, and ink.
        for colour in [[0xf4, 0xec, 0xdb, 255], [0x56, 0xb4, 0xe9, 255], [0x2a, 0x24, 0x17, 255]] {
            assert!(colours.contains(&colour), "{colour:?}");
        }
    }
}

/// Text of a PDF line by line, without spaces: this reader sees one between any letters set apart.
pub fn pdf_text(bytes: &[u8]) -> String {
    pdf_extract::extract_text_from_mem(bytes).unwrap().replace([' ', '\u{a0}'], "")
}

pub fn pdf_pages(bytes: &[u8]) -> usize {
    pdf_extract::extract_text_from_mem_by_pages(bytes).unwrap().len()
}

#[test]
fn the_pdf_is_one_page_of_text_with_its_accents() {
    let session = finished(&["Émilie", "Łukasz", "Zoë"], classic());
    let session = session.noted("Café Ærø", "Œuvre complète").unwrap();
    let bytes = export(&session, Format::Pdf, true).unwrap();
    assert_eq!(pdf_pages(&bytes), 1);
    let text = pdf_text(&bytes);
    for word in ["Émilie", "Łukasz", "Zoë", "Café Ærø", "Œuvre complète", "Saturday 7 March 2026", "Final standings"]
    {
        assert!(text.contains(&word.replace(' ', "")), "{word} is not in: {text}");
    }
    for total in session.current_totals() {
        assert!(text.contains(&total.to_string().replace('-', "−")), "{total}: {text}");
    }
}

#[test]
fn only_long_notes_need_more_pages() {
    for session in sessions() {
        assert_eq!(pdf_pages(&export(&session, Format::Pdf, true).unwrap()), 1);
    }
    let long = finished(&NAMES, hands(&[1; 40]));
    assert_eq!(pdf_pages(&export(&long, Format::Pdf, true).unwrap()), 1);
    let noted = long.noted("", &(1..=100).map(|line| format!("line {line}\n")).collect::<String>()).unwrap();
    let bytes = export(&noted, Format::Pdf, true).unwrap();
    assert_eq!(pdf_pages(&bytes), 3);
    assert!(pdf_text(&bytes).contains("line100"));
}

#[test]
fn pads_have_the_rounds_of_their_players() {
    for players in 3..=6 {
        let bytes = pad(players, true).unwrap();
        assert_eq!(pdf_pages(&bytes), 1);
        let text = pdf_text(&bytes);
        let rounds = 60 / players;
        assert!(text.contains(&format!("{players}players,{rounds}rounds")), "{text}");
        let numbers: Vec<usize> = text.lines().filter_map(|line| line.trim().parse().ok()).collect();
        assert_eq!(numbers, (1..=rounds).collect::<Vec<_>>(), "{text}");
        assert!(text.contains("WithPlus/MinusOne") && text.contains("maynotaddup"), "{text}");
        // Plus/Minus One is a variant: a pad names it where it is chosen.
        let text = pdf_text(&pad(players, false).unwrap());
        assert!(!text.contains("Minus") && !text.contains("maynotaddup"), "{text}");
        let track = export::last_wizard_pad(players, &["Ana".to_owned()], Language::ENGLISH).unwrap();
        let text = pdf_text(&track);
        for words in ["TheLastWizard", "Ana", "Circleandsquare", "16\n"] {
            assert!(text.contains(words) && pdf_pages(&track) == 1, "{words}: {text}");
        }
    }
    let no_pad = |players: usize| format!("Wizard is for 3 to 6 players: there is no pad for {players}");
    for players in [0, 2, 7] {
        assert_eq!(pad(players, false).unwrap_err().to_string(), no_pad(players));
        let track = export::last_wizard_pad(players, &[], Language::ENGLISH);
        assert_eq!(track.unwrap_err().to_string(), no_pad(players));
    }
}

#[test]
fn pads_have_the_hands_and_names_of_a_table() {
    let names: Vec<String> = HOSTILE[..4].iter().map(|name| (*name).to_owned()).collect();
    let tournament = RuleSet { hands: Some(vec![1, 3, 5, 7, 9, 11, 12, 13, 14, 15]), ..RuleSet::default() };
    for language in Language::all() {
        let bytes = export::pad(4, &tournament, &names, language).unwrap();
        assert_eq!(pdf_pages(&bytes), 1);
        let text = pdf_text(&bytes);
        assert!(text.contains("10") && text.contains("=1+1") && text.contains("alert(1)"), "{text}");
        assert!(!text.chars().any(|letter| letter.is_control() && letter != '\n'), "{text:?}");
    }
    let text = pdf_text(&export::pad(4, &tournament, &names[..2], Language::ENGLISH).unwrap());
    for cards in ["1card\n", "3cards", "11cards", "15cards"] {
        assert!(text.contains(cards), "{cards}: {text}");
    }
    let unicolor = RuleSet { unicolor: true, ..RuleSet::default() };
    let text = pdf_text(&export::pad(3, &unicolor, &[], Language::ENGLISH).unwrap());
    assert!(text.contains("12rounds·Unicolor") && text.contains("15cards"), "{text}");
    let refused = |players: usize, rules: &RuleSet| export::pad(players, rules, &[], Language::ENGLISH).unwrap_err();
    assert!(refused(5, &unicolor).to_string().contains("Unicolor"));
    let impossible = RuleSet { hands: Some(vec![16]), ..RuleSet::default() };
    assert!(refused(4, &impossible).to_string().contains("cards"), "{}", refused(4, &impossible));
    let more = export::pad(3, &RuleSet::default(), &names, Language::ENGLISH);
    assert_eq!(more.unwrap_err().to_string(), "there are 4 names for 3 players");
}

// --- A table --------------------------------------------------------------------------------------------------------

fn ranking(title: Text, rows: Vec<Row>, notes: Vec<Text>) -> Table {
    let columns = vec![
        Column::new("rank", text!("of a ranking" => "Rank")),
        Column::new("player", text!("Player")).left(),
        Column::new("points", text!("Points")).decides(true),
    ];
    Table { columns, rows, notes, ..Table::new(title, text!("Nobody is here yet.")) }
}

#[test]
fn a_table_has_safe_names_wherever_it_is_printed() {
    let row = |(rank, name): (usize, &&str)| Row {
        face: Some(Face { initials: name.chars().next().unwrap().into(), ..Face::default() }),
        tone: [Tone::Ahead, Tone::Plain, Tone::Gone, Tone::Unranked][rank % 4],
        ..Row::of(vec![
            Cell::count(rank),
            Cell::Name((*name).to_owned()),
            Cell::Number(-10),
            Cell::Marks(vec![1, rank]),
        ])
    };
    let named = |name: &str| text!("somebody, games" => "{name} (1)", name = name);
    let table = |names: &[&str]| {
        let rows = names.iter().enumerate().map(row).collect();
        let mut table = ranking(text!("Player"), rows, names.iter().map(|name| named(name)).collect());
        table.columns.push(Column::new("last_five", text!("Wizard")));
        Table { facts: vec![text!("Wizard")], ..table }
    };
    let of = |names: &[&str], format| export_table(&table(names), format, Language::ENGLISH);
    let text = String::from_utf8(of(&HOSTILE, Format::Text).unwrap()).unwrap();
    let paper = pdf_text(&of(&HOSTILE, Format::Pdf).unwrap());
    for (name, count) in [(HOSTILE_READ[0], 2), (HOSTILE_READ[1], 2), (HOSTILE_READ[2], 2), (HOSTILE_READ[3], 1)] {
        assert_eq!(text.matches(name).count(), count, "unranked rows are for programs: {text}");
    }
    assert_eq!(text.matches('\u{2068}').count(), text.matches('\u{2069}').count());
    assert!(paper.contains("=1+1") && paper.contains("<script>alert(1)</script>"), "{paper}");
    for text in [&text, &paper] {
        let turns = |letter: char| letter.is_control() && letter != '\n' || ('\u{202A}'..='\u{202E}').contains(&letter);
        assert!(!text.contains(turns), "{text:?}");
    }
    let csv = of(&HOSTILE, Format::Csv).unwrap();
    let rows: Vec<csv::StringRecord> = csv::Reader::from_reader(&*csv).records().map(|row| row.unwrap()).collect();
    assert_eq!(rows.len(), HOSTILE.len());
    assert_eq!((&rows[1][1], &rows[3][1], &rows[1][2], &rows[2][3]), ("'=1+1", HOSTILE[3], "-10", "1 2"));
    // Of every four rows three are for people, each with a face; and everybody is in a note.
    let many = of(&["Q"; 400], Format::Pdf).unwrap();
    assert_eq!((pdf_pages(&many), pdf_text(&many).matches('Q').count()), (19, 2 * 300 + 400));
    for format in Format::ALL {
        assert_eq!(of(&[], format).is_ok(), Format::OF_TABLES.contains(&format), "{format:?}");
    }
    assert!(String::from_utf8(of(&[], Format::Text).unwrap()).unwrap().contains("Nobody is here yet."));
    assert!(pdf_text(&of(&[], Format::Pdf).unwrap()).contains("Nobodyishereyet."), "in one line");
}

const LONG: [&str; 6] = [
    "Maximiliane-Katharina von und zu Wiesenthal-Hohenstein",
    "Bartholomäus Friedrich Donaudampfschifffahrtsgesellschaft",
    "Marie-Élisabeth Delacroix-Montgolfier de la Tour",
    "Supercalifragilisticexpialidocious",
    "João Guilherme Vasconcelos do Nascimento",
    "Wilhelmina Wolkenstein-Trostburg",
];

#[test]
fn a_table_with_faces_and_long_notes_fits_its_picture_and_paper_in_every_language() {
    let table = |sign| {
        let row = |(seat, name): (usize, &&str)| Row {
            face: Some(Face { colour: Colour::ALL[seat], sign, initials: String::new() }),
            tone: if seat < 2 { Tone::Ahead } else { Tone::Plain },
            ..Row::of(vec![Cell::count(seat), Cell::Name((*name).to_owned()), Cell::Number(1240)])
        };
        let names = text!("{names} share the victory", names = LONG.to_vec());
        ranking(text!("League"), LONG.iter().enumerate().map(row).collect(), vec![names.clone(), names])
    };
    for language in Language::all() {
        let of = |sign, format| export_table(&table(sign), format, language).unwrap();
        let pixels = pixels(&of(None, Format::Png));
        for row in &pixels {
            // The left and right margins.
            let mut beside = row[..86].iter().chain(&row[1488 - 85..]);
            assert!(beside.all(|pixel| *pixel == [0xf4, 0xec, 0xdb, 255]), "{}", language.code());
        }
        for face in [[0x56, 0xb4, 0xe9, 255], [0xe6, 0x9f, 0x00, 255], [0x8c, 0x9e, 0xff, 255]] {
            assert!(pixels.iter().any(|row| row.contains(&face)), "{face:?}");
        }
        assert_eq!(pdf_pages(&of(None, Format::Pdf)), 1);
        let text = String::from_utf8(of(None, Format::Text)).unwrap();
        assert!(LONG.iter().all(|name| text.matches(name).count() == 3), "{text}");
        for format in [Format::Png, Format::Pdf] {
            assert!(of(None, format) != of(Some(Sign::Moon), format) && of(None, format) == of(None, format));
        }
    }
}

// --- BG Stats -------------------------------------------------------------------------------------------------------

#[test]
fn the_play_file_has_what_the_app_needs() {
    for session in sessions() {
        let file = json_of(&session, Format::BgStats);
        assert_eq!(file["games"][0]["bggId"], 1465);
        let play = &file["plays"][0];
        assert_eq!(play["uuid"], session.id().to_string());
        assert_eq!(play["playImages"], "[]");
        let scores = play["playerScores"].as_array().unwrap();
        for ((score, player), total) in
            scores.iter().zip(session.people().players_at_end()).zip(session.current_totals())
        {
            assert_eq!(score["score"], total.to_string());
            assert!(score["winner"].is_boolean() && score["startPlayer"].is_boolean() && score["rank"].is_number());
            let found =
                file["players"].as_array().unwrap().iter().find(|one| one["id"] == score["playerRefId"]).unwrap();
            assert_eq!((&found["name"], &found["uuid"]), (&player.name.as_str().into(), &player.id.to_string().into()));
        }
        let located = play.get("locationRefId").is_some();
        assert_eq!(located, !session.place().is_empty());
        assert_eq!(file["locations"].as_array().unwrap().len(), usize::from(located));
    }
}

#[test]
fn bg_stats_gets_who_won_and_how_long_it_took() {
    let session = finished(&NAMES[..3], classic());
    let play = json_of(&session, Format::BgStats)["plays"][0].clone();
    assert_eq!(play["durationMin"], 20);
    let best = session.standings()[0].total;
    for (score, total) in play["playerScores"].as_array().unwrap().iter().zip(session.current_totals()) {
        assert_eq!(score["winner"], total == best);
    }
    assert_eq!(play["manualWinner"], false);
    let running = played(&crate::common::session(3, unbound()), &[1, 0, 0], &[1, 0, 0]);
    let play = json_of(&running, Format::BgStats)["plays"][0].clone();
    assert!(play["playerScores"].as_array().unwrap().iter().all(|score| score["winner"] == false));
    assert_eq!(play["manualWinner"], true);
}

#[test]
fn an_evening_past_midnight_belongs_to_the_day_it_began() {
    let begun = session(4, unbound());
    let long = after(&begun, crate::common::entering(begun.game(), 1, &round(&[0, 1, 0, 1], &[0, 0, 0, 1])));
    let long = after(&long, [Command::EndEarly(at(300))]);
    let file = json_of(&long, Format::BgStats);
    // 20:15 in Berlin, in winter.
    for play in [&file["plays"][0], &pushed(&play_link(&long))] {
        assert_eq!((&play["playDate"], &play["durationMin"]), (&"2026-03-07 19:15:00".into(), &300.into()));
    }
    assert_eq!(file["plays"][0]["playDateYmd"], 20_260_307);
    // Seat 0 deals; whoever sits left of the dealer bids and leads first.
    let starts: Vec<bool> =
        file["plays"][0]["playerScores"].as_array().unwrap().iter().map(|score| score["startPlayer"] == true).collect();
    assert_eq!(starts, [false, true, false, false]);
}

fn pushed(link: &str) -> Value {
    let data = link.strip_prefix("https://app.bgstatsapp.com/createPlay.html?data=").unwrap();
    assert!(data.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~:,%".contains(&byte)));
    let mut bytes = Vec::new();
    let mut rest = data.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(if byte == b'%' {
            let digits = [rest.next().unwrap(), rest.next().unwrap()];
            u8::from_str_radix(std::str::from_utf8(&digits).unwrap(), 16).unwrap()
        } else {
            byte
        });
    }
    serde_json::from_slice(&bytes).unwrap()
}

#[test]
fn the_link_carries_the_play() {
    for session in sessions() {
        let play = pushed(&play_link(&session));
        assert_eq!(play["game"]["bggId"], 1465);
        assert_eq!((&play["game"]["highestWins"], &play["game"]["noPoints"]), (&true.into(), &false.into()));
        assert_eq!(play["sourcePlayId"], session.id().simple().to_string());
        for (seat, player) in session.people().players_at_end().iter().enumerate() {
            let entry = &play["players"][seat];
            assert_eq!(entry["name"], player.name);
            assert_eq!(entry["score"], session.current_totals().get(seat).unwrap().to_string());
            assert!(entry["winner"].is_boolean());
            assert_eq!(entry["startPlayer"], seat == 1, "the player left of the dealer starts");
        }
    }
}

#[test]
fn the_code_can_be_scanned() {
    for session in sessions() {
        let code = play_code(&session).unwrap();
        let (scale, edge) = (4, 4);
        let side = (code.size() + 2 * edge) * scale;
        let mut image = rqrr::PreparedImage::prepare_from_greyscale(side, side, |x, y| {
            let module = |at: usize| (at / scale).checked_sub(edge);
            let dark = module(x).zip(module(y)).is_some_and(|(column, row)| code.is_dark(column, row));
            if dark { 0 } else { 255 }
        });
        let grids = image.detect_grids();
        assert_eq!(grids.len(), 1);
        assert_eq!(grids[0].decode().unwrap().1, play_link(&session));
        assert!(roxmltree::Document::parse(&code.svg()).is_ok());
    }
}

#[test]
fn the_link_has_no_notes_and_names_too_long_for_a_code_are_reported() {
    let session = finished(&NAMES[..3], classic());
    let noted = session.noted("Here", &"A long note. ".repeat(250)).unwrap();
    assert_eq!(pushed(&play_link(&noted))["location"], "Here");
    assert_eq!(play_link(&noted).len(), play_link(&session.noted("Here", "").unwrap()).len());
    // Few enough modules for 4 px each in a window of 800 px.
    let code =
        play_code(&session_of(&["Anna", "Benedikt", "Cleo", "Dominique", "Émilie", "Frank"], classic())).unwrap();
    assert!(code.size() <= 113, "{} modules", code.size());
    let names: Vec<String> = (0..6).map(|seat| format!("{seat}{}", "長".repeat(79))).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let long = session_of(&names, classic());
    assert!(play_code(&long).is_err_and(|why| why.to_string().contains("too long for a QR code")));
    assert_eq!(pushed(&play_link(&long))["players"][5]["name"], names[5]);
}

#[test]
fn rounds_kept_against_a_rule_are_marked_and_explained() {
    let keys = [
        "±1 the bids add up to the cards, and the table allowed it",
        "≠ the tricks do not add up, and stand as the table noted them",
    ];
    let played = played(&session(3, classic()), &[1, 1, 0], &[0, 1, 0]);
    for (format, text) in for_people(&played) {
        assert!(!text.contains("±1") && !text.contains('≠'), "{format:?}");
    }
    for (waived, facts, mark, shown) in [
        (&[Waiver::PlusMinusOne][..], round(&[0, 1, 0], &[0, 1, 0]), "1 ±1", [true, false]),
        (&[Waiver::Tricks], round(&[1, 1, 0], &[1, 1, 0]), "1 ≠", [false, true]),
        (&Waiver::ALL, round(&[0, 1, 0], &[1, 1, 0]), "1 ±1 ≠", [true, true]),
    ] {
        let facts = Round { waived: waived.iter().copied().collect(), ..facts };
        let kept = after(&played, [Command::Correct(1, facts)]);
        for (format, text) in for_people(&kept) {
            assert!(text.contains(&packed(mark)), "{format:?}: {text}");
            assert_eq!(keys.map(|key| text.contains(&packed(key))), shown, "{format:?}: {text}");
        }
        let back = read_back(&kept);
        assert_eq!(back.rounds(), kept.rounds());
        let begun = back.undo().unwrap().undo().unwrap();
        assert_eq!(begun.rounds(), [] as [&Round<u8>; 0], "the steps made up for an export must lead to its facts");
    }
}

#[test]
fn penalty_points_are_marked_and_explained() {
    let played = played(&session(3, classic()), &[1, 1, 0], &[0, 1, 0]);
    let given = [penalty(0, 1, -10, "time"), penalty(1, 0, 20, "brought <cake> | and \\ tea")];
    let fined = after(&played, [Command::Penalties(given.to_vec())]);
    // A round's totals are without the penalties given after it, so each of these says the total with it.
    let shown = ["Ana −10 (time), new total −20", "Penalty before round 1: Zoë 20 (brought", " tea), new total 20"];
    for ((format, before), (_, text)) in for_people(&played).into_iter().zip(for_people(&fined)) {
        assert!(!before.contains("enalty"), "{format:?}");
        assert!(text.contains("1*") && shown.iter().all(|words| text.contains(&packed(words))), "{format:?}: {text}");
        assert!(["Text", "Pdf", "terminal"].contains(&&*format) || !text.contains("<cake>"), "{format:?}: {text}");
    }
    assert_eq!(read_back(&fined).table(), fined.table());
    assert!(text_of(&fined, Format::BgStats).contains("Penalty after round 1: Ana -10 (time)"));
    // Penalties stand one below the other, however many there are.
    let page = text_of(&fined, Format::Html);
    let key = page.split_once("<footer><div>").and_then(|(_, rest)| rest.split_once("</div>")).unwrap().0;
    assert_eq!(key.matches("<p").count(), 3, "{key}");
    // Many penalties are moved to the notes, to leave the page to the rounds.
    let many = after(&played, [Command::Penalties(vec![penalty(2, 1, -10, "misdeal"); 200])]);
    let paper = pdf_text(&export(&many, Format::Pdf, true).unwrap());
    assert_eq!(paper.matches("misdeal").count(), 200, "{paper}");
}

#[test]
fn no_export_for_people_tells_confided_bids_before_the_round_is_scored() {
    let rules = RuleSet { bidding: Bidding::Confided, hands: Some(vec![3, 3]), ..with_cards(&[SpecialCard::Cloud]) };
    let begun = |rules: &RuleSet, bid: u8| {
        let game = played(&session(3, rules.clone()), &[1, 1, 0], &[1, 1, 1]);
        let bids = [(2, bid), (0, 1), (1, 1)].map(|(seat, bid)| Command::Bid(seat, Some(bid)));
        let tricks = [(2, 1), (0, 0)].map(|(seat, tricks)| Command::Tricks(seat, Some(tricks)));
        let taken = Command::Clouds(vec![cloud(2, 1)]);
        after(&game, bids.into_iter().chain([Command::Advance]).chain(tricks).chain([taken]))
    };
    let open = RuleSet { bidding: Bidding::Open, ..rules.clone() };
    for format in Format::ALL {
        let bytes = |rules: &RuleSet, bid: u8| export(&begun(rules, bid), format, true).unwrap();
        // The JSON has them, so that it can be read again; a play file has nothing of the open round.
        assert_eq!(bytes(&rules, 0) == bytes(&rules, 2), format != Format::Json, "{format:?}");
        assert!(format == Format::BgStats || bytes(&open, 0) != bytes(&open, 2), "{format:?}");
    }
    assert_eq!(for_people(&begun(&rules, 0)), for_people(&begun(&rules, 2)));
    assert_eq!(read_back(&begun(&rules, 2)).table(), begun(&rules, 2).table());
    let scored = |bid: u8| text_of(&after(&begun(&rules, bid), [Command::Score(None)]), Format::Csv);
    assert_ne!(scored(0), scored(2), "the bids of the scored round are shown");
}

#[test]
fn exports_for_people_name_the_trump_as_the_deck_does() {
    let of = |deck: DeckNames| {
        let start = session(3, RuleSet { deck, ..classic() });
        played(&after(&start, [Command::Trump(Some(Trump::Yellow))]), &[1, 0, 1], &[1, 0, 0])
    };
    let shown = [(DeckNames::Peoples, "Giants"), (DeckNames::Suits, "Diamonds"), (DeckNames::Colours, "Yellow")];
    for (deck, name) in shown {
        for (format, text) in for_people(&of(deck)).into_iter().filter(|(format, _)| format != "Text") {
            assert!(shown.iter().all(|(_, other)| text.contains(other) == (*other == name)), "{format:?}: {text}");
        }
        assert!(text_of(&of(deck), Format::Csv).contains(",yellow,"), "programs read the same names whatever the deck");
        assert_eq!(read_back(&of(deck)).game().rules().deck, deck);
    }
    assert!(text_of(&of(DeckNames::Suits), Format::BgStats).contains("deck of suits"));
}
