"""The arithmetic of ratings."""

from hypothesis import given
from hypothesis import strategies as st

from tenback.server.rating import START, Rating, after_duel

NEW = Rating()
ratings = st.builds(
    Rating, st.floats(NEW.mu - 100, NEW.mu + 100), st.floats(NEW.sigma / 1000, NEW.sigma)
)


def test_everybody_begins_in_the_middle_and_little_is_known() -> None:
    assert (NEW.points, NEW.uncertainty) == (START, 246)


def test_four_hundred_points_are_ten_to_one() -> None:
    """Who is expected to win ten of eleven duels loses ten times what a win brings."""
    weak, strong = Rating(NEW.mu, 0.01), Rating(NEW.mu + 400 / 29.480887, 0.01)
    assert strong.points - weak.points == 400
    gained = after_duel(strong, weak)[0].mu - strong.mu
    lost = strong.mu - after_duel(weak, strong)[1].mu
    assert 9.99 < lost / gained < 10.01


@given(ratings, ratings)
def test_who_wins_does_not_fall_and_who_loses_does_not_rise(one: Rating, other: Rating) -> None:
    won, lost = after_duel(one, other)
    assert won.mu >= one.mu
    assert lost.mu <= other.mu


@given(ratings, ratings)
def test_every_duel_makes_surer_and_nobody_is_ever_quite_known(one: Rating, other: Rating) -> None:
    won, lost = after_duel(one, other)
    assert 0 < won.sigma <= one.sigma
    assert 0 < lost.sigma <= other.sigma


@given(ratings)
def test_equals_gain_what_the_other_loses(one: Rating) -> None:
    won, lost = after_duel(one, one)
    assert abs((won.mu - one.mu) - (one.mu - lost.mu)) < 1e-9
    assert won.mu > one.mu


@given(ratings, ratings, ratings)
def test_a_stronger_opponent_is_worth_more(one: Rating, weak: Rating, strong: Rating) -> None:
    sigma = NEW.sigma / 2  # equally well known
    least, most = sorted((weak.mu, strong.mu))
    low, high = (after_duel(one, Rating(mu, sigma))[0].mu for mu in (least, most))
    assert low <= high


@given(ratings, ratings)
def test_it_does_not_matter_who_is_named_first(one: Rating, other: Rating) -> None:
    """Seen from the other end of the scale, the loser is the winner."""
    won, lost = after_duel(one, other)
    mirrored_lost, mirrored_won = after_duel(mirrored(other), mirrored(one))
    for found, expected in ((mirrored(mirrored_won), won), (mirrored(mirrored_lost), lost)):
        assert abs(found.mu - expected.mu) < 1e-6
        assert abs(found.sigma - expected.sigma) < 1e-6


def mirrored(rating: Rating) -> Rating:
    return Rating(2 * NEW.mu - rating.mu, rating.sigma)


@given(st.floats(0, 60))
def test_points_come_near_to_the_strength_that_results_speak_of(mu: float) -> None:
    """Two who win in turn are told apart by no more than a duel's worth."""
    one, other = Rating(mu, 2.0), Rating(mu + 5, 2.0)
    for _ in range(40):
        one, other = after_duel(one, other)
        other, one = after_duel(other, one)
    assert abs(one.points - other.points) < 30
