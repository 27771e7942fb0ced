//! The lines of points by round.

use tablet_of_truth::session::{Grid, chart};

use crate::common::{classic, played, session};

fn marks() -> Vec<String> {
    ["A", "Z", "李"].map(String::from).to_vec()
}

#[test]
fn lines_go_from_the_start_to_the_last_round_between_the_grids_ends() {
    let one = played(&session(3, classic()), &[1, 0, 1], &[1, 0, 0]);
    let two = played(&one, &[0, 0, 1], &[0, 0, 2]);
    // 30, 20 and -10; then 50, 40 and -20: a grid from -20 to 60.
    let (lines, grid) = chart(&two, &marks());
    assert_eq!(grid.iter().map(|line| line.points).collect::<Vec<_>>(), [-20, 0, 20, 40, 60]);
    assert_eq!(grid.iter().map(|line| line.at).collect::<Vec<_>>(), [1.0, 0.75, 0.5, 0.25, 0.0]);
    let corners: Vec<_> = lines.iter().map(|line| &line.corners[..]).collect();
    assert_eq!(corners[0], [(0.0, 0.75), (0.5, 0.375), (1.0, 0.125)]);
    assert_eq!(corners[1], [(0.0, 0.75), (0.5, 0.5), (1.0, 0.25)]);
    assert_eq!(corners[2], [(0.0, 0.75), (0.5, 0.875), (1.0, 1.0)]);
    for (seat, line) in lines.iter().enumerate() {
        assert_eq!((line.seat, &line.initials, line.end), (seat, &marks()[seat], line.corners[2].1));
    }
}

#[test]
fn a_game_without_rounds_is_a_point_at_zero() {
    let (lines, grid) = chart(&session(3, classic()), &marks());
    assert!(lines.iter().all(|line| line.corners == [(0.0, 1.0)]), "{lines:?}");
    assert_eq!(grid, [Grid { points: 0, at: 1.0 }, Grid { points: 10, at: 0.0 }]);
}
