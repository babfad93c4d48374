"""The cases of the vectors, each with the rule that it shows."""

PERFT = (
    # Classic. The first ones are small enough to count by hand.
    ("C11 the last card: four ways to lay it, and it is over", "classic 98,1,100,100 99 - 0", 2),
    ("C5 the last card fits on one pile only", "classic 49,61,41,30 50 - 0", 2),
    ("C9 one card is enough, so after it comes end or the other", "classic 97,1,3,2 98.99 - 0", 3),
    ("C6 only the trick saves", "classic 60,99,2,3 50 - 0", 2),
    ("C6 the trick twice on one pile", "classic 60,99,2,3 40.50 - 0", 3),
    ("C9 seat 1 has no cards and is passed over", "classic 50,99,2,3 51.52/-/53 - 0", 4),
    ("C10 one card would fit, but two are due: over", "classic 97,99,2,3 98.10/50.51 60 0", 1),
    ("C10 a first card that leaves no second one loses", "classic 90,99,2,3 91.95/50.51 60 0", 3),
    ("C14 three are due", "classic+min3 90,99,2,3 91.93.95/50.51 60 0", 4),
    ("C8 the turn ends with the hand, and draws", "classic 90,99,2,3 91.95 60.96.97 0", 4),
    # Extreme, standard layout: stop 5 31 70 96, skull 3 38 63 98, three 12 27 74 89,
    # silence 9 41 60 92, no-trick 16 48 53 85, one-pile 19 45 56 82, draw-one 23 34 67 78.
    ("E3 a stop alone ends the turn", "extreme 66,99,2,4 70.72/50.51 61.62 0", 4),
    ("E4 a skull must be covered", "extreme 59,99,2,4 63.64.65/50.51 61.62 0", 4),
    ("E4 a stop on the skull covers it", "extreme 59,99,2,4 63.70.65/50.51 61.62 0", 4),
    ("E4 the 98th card is a skull: lost", "extreme 97,99,2,4 98 - 0", 1),
    ("E5 exactly three", "extreme 71,99,2,4 74.75.76.77/50.51 61.62 0", 5),
    ("E5 stop only as the third card", "extreme 26,40,2,4 27.28.31/50.51 61.62 0", 4),
    ("E5 three as the fourth card loses", "extreme 70,99,2,4 71.72.73.74/50.51 61.62 0", 5),
    ("E8 no trick while it is visible", "extreme 85,99,2,40 75.86.50/30.51 61.62 0", 3),
    ("E9 one pile, and covered it is free", "extreme 56,20,2,4 57.58.21/50.51 61.62 0", 4),
    ("E10 draw one", "extreme 78,99,2,4 79.80.81/50.51 61.62.64 0", 4),
    ("E11 a hand below the minimum", "extreme 78,99,2,4 79/50.51 61.62.64 0", 1),
    ("E11 but a stop saves it", "extreme 78,99,2,4 96/50.51 61.62.64 0", 2),
    ("C14 hands one smaller are filled up less", "classic+hand-1 90,99,2,3 91.92.93 60.94.95 0", 4),
    ("E5 with minimum three", "extreme+min3 26,99,2,4 27.28.29.30/50.51 61.62 0", 5),
    ("E14 a shuffled layout", "extreme@shuffled:TENBACK 50,60,40,30 51.61.39.29/70.71 72.73 0", 3),
    # On Fire: 22, 33, 44, 55, 66 and 77 burn.
    (
        "O2 what burned when the turn began must be covered",
        "on-fire 55,99,2,3 56.57.58/60 90.91 0",
        4,
    ),
    ("O2 a fire that nothing covers: over", "on-fire 77,50,2,3 51.52/20.21 90 0", 1),
    ("O2 laid and left to the next seat", "on-fire 40,99,2,3 43.44/50.51.52 90.91.92 0", 5),
    ("O3 covered by another burning card", "on-fire 44,60,2,3 55.61.62/70.71.72 90.91 0", 5),
    ("O3 a trick covers, and the turn may end", "on-fire 55,99,2,3 45.46.50 90 0", 4),
    ("O4 the 98th card burns: won", "on-fire 65,99,2,3 66 - 0", 2),
    ("O4 the 98th card leaves a fire, or covers it", "on-fire 66,70,2,3 71 - 0", 2),
    ("O5 each fire needs a card of its own", "on-fire 55,66,2,3 60.70.71/40.41 90 0", 4),
    ("O5 fire or minimum, not both: over", "on-fire 77,99,2,57 66.67/50.51 90 0", 1),
    ("O5 with an empty draw pile one cover is enough", "on-fire 77,99,2,57 66.67/50.51 - 0", 3),
    ("O5 three are due, and a cover", "on-fire+min3 55,60,2,3 56.61.62/50.51 90 0", 4),
    # Face to Face.
    (
        "F4 helping once, and only by an improvement",
        "face-to-face 30,40/20,50 18.31.55/33.34 35/36 0",
        4,
    ),
    ("F4 bare piles cannot be improved", "face-to-face 1,60/30,40 2.3.4.5.6.7/8.9 10/11 0", 3),
    ("F6 draw two, or back to six", "face-to-face 30,40/20,50 31.18.52/33.34 35.36.37.38/39 0", 4),
    ("F7 the last card wins in mid-turn", "face-to-face 30,40/20,50 31.32/33.34 -/36 0", 3),
    ("F8 one card left loses", "face-to-face 30,40/20,50 31/33.34 -/36 0", 1),
)

DEALS = (
    *(("classic", seats, "4QX7M0ZB2K") for seats in range(1, 6)),
    ("classic+min3", 2, "4QX7M0ZB2K"),
    ("classic+hand-1", 2, "4QX7M0ZB2K"),
    ("classic+min3+hand-1", 2, "4QX7M0ZB2K"),
    ("extreme", 2, "4QX7M0ZB2K"),
    ("extreme@shuffled", 2, "4QX7M0ZB2K"),
    ("extreme+min3+hand-1@shuffled", 5, "TENBACK"),
    ("face-to-face", 2, "4QX7M0ZB2K"),
    ("face-to-face", 2, "TENBACK"),
    ("on-fire", 2, "4QX7M0ZB2K"),
    ("on-fire+min3+hand-1", 5, "TENBACK"),
)

FAIRNESS = (
    ("one seat that says nothing", "0" * 64, ("",)),
    ("two seats", "00112233445566778899aabbccddeeff" * 2, ("blue moon", "Grüße")),
    (
        "the same words in the other seats",
        "00112233445566778899aabbccddeeff" * 2,
        ("Grüße", "blue moon"),
    ),
    ("another secret", "00112233445566778899aabbccddeefe" * 2, ("blue moon", "Grüße")),
    (
        "a third seat that says nothing",
        "00112233445566778899aabbccddeeff" * 2,
        ("blue moon", "Grüße", ""),
    ),
    (
        "quotes, backslashes and slashes",
        "5ca1ab1e" * 8,
        ('say "hi"', "back\\slash", "a/b", "[1,2]"),
    ),
    (
        "signs beyond 16 bits, and a mark that joins with no letter",
        "decade00" * 8,
        ("🎲🎴", "q\u0307"),
    ),
)

PLAYTHROUGHS = (
    ("classic-2", "Classic, two seats: a whole sitting", "C2-4QX7M-0ZB2K-6"),
    (
        "classic-words",
        "Classic, two seats: naming, changing one's mind, signals, taking back, resigning",
        "C2-4QX7M-0ZB2K-6",
        *("0:say fair-start", "0:name 0", "1:name 1", "1:name 0"),
        *("20>u1", "24>u1", "back", "1:say keep u1", "24>u1", "end", "1:resign"),
    ),
    (
        "extreme-broken",
        "Extreme, two seats: a skull that nobody can cover is laid all the same",
        "extreme 40,99,2,4 50.51.63/70.71 90 0",
        *("0:say hold skull", "63>u1"),
    ),
    ("extreme-1", "Extreme, alone: a whole sitting", "E1-TENBA-CK-R"),
    ("face-to-face", "Face to Face: a whole duel", "F2-4QX7M-0ZB2K-0"),
    (
        "classic-3",
        "Classic, three seats: tricks, the draw pile runs out, seats are passed over, won",
        (
            "classic 82,5,27,87 2.7.41.51.72.93/35.44.73.80.81.91/14.19.31.46.62.64 "
            "30.37.12.83.36.21.11.98.85.84.13 2"
        ),
    ),
    (
        "classic-min3-2",
        "Classic with minimum three, two seats: won",
        (
            "classic+min3 65,73,9,30 3.40.55.74.75.92.93/11.22.38.50.82.86.87 "
            "21.84.25.90.66.4.37.95.99.12.98.20 0"
        ),
    ),
    (
        "classic-hand-1-5",
        "Classic with hands one smaller, five seats: won",
        (
            "classic+hand-1 73,39,11,80 "
            "42.86.88.98.99/50.64.79.89.93/16.19.38.82.94/21.31.37.61.91/2.26.28.45.47 "
            "57.14.15.71.9.36.62.6.90.30.81.20 2"
        ),
    ),
    (
        "classic-min3-hand-1-4",
        "Classic with both options, four seats: stuck",
        (
            "classic+min3+hand-1 93,43,19,80 "
            "2.52.64.65.68/3.10.36.61.98/6.45.55.57.86/7.20.33.34.53 "
            "95.58.75.56.40.89.49.16.35.63.25.71.82.29 3"
        ),
    ),
    (
        "extreme-2",
        "Extreme, two seats: stuck with two left",
        (
            "extreme 73,39,7,13 25.35.53.74.84.95.96/9.18.30.54.63.75.86 "
            "47.58.48.89.90.94.99.45.52.15.11.41.5.76 1"
        ),
    ),
    (
        "extreme-min3-3",
        "Extreme with minimum three, three seats: stuck",
        (
            "extreme+min3 92,58,40,15 "
            "3.14.55.56.72.82/39.45.60.63.77.78/9.33.34.37.80.87 "
            "21.70.8.96.25.99.85.4.75.79.2.49.17.94.16.43 0"
        ),
    ),
    (
        "extreme-hand-1-4",
        "Extreme with hands one smaller, four seats: stuck",
        (
            "extreme+hand-1 96,40,83,69 18.45.48.50.98/5.19.35.42.99/9.30.38.71.91/11.21.51.73.79 "
            "14.6.34.57.64.89.22.23.72.3.25.17.29.8.36.80.15.54.20 1"
        ),
    ),
    (
        "extreme-min3-hand-1-1",
        "Extreme with both options, alone: stuck",
        (
            "extreme+min3+hand-1 92,71,9,25 6.18.40.67.72.74.78 "
            "76.2.35.79.66.12.26.99.4.8.15.10.58.62.89.36.60.16.3 0"
        ),
    ),
    (
        "extreme-shuffled-5",
        "Extreme with a shuffled layout, five seats: won",
        (
            "extreme@shuffled:QTEMGSG6VE 23,48,12,71 "
            "11.34.53.63.73/46.55.56.75.83.92/7.22.51.66.68.91/19.20.36.59.62.87/15.61.81.89.95.97 "
            "45.35.65.13.41.76.6.44.99.98.86.67.64.69.52.54.29.31.80 2"
        ),
    ),
    ("on-fire-1", "On Fire, alone: a whole sitting, won", "B1-T59-3"),
    ("on-fire-2", "On Fire, two seats: a whole sitting, lost by fire", "B2-T19-0"),
    (
        "on-fire-last",
        "On Fire, alone: all cards are laid, and a fire from before is left",
        "on-fire 66,70,2,3 71 - 0",
        "71>u2",
    ),
    ("on-fire-min3-3", "On Fire with minimum three, three seats", "B3M-T1-H"),
    ("on-fire-hand-1-4", "On Fire with hands one smaller, four seats", "B4H-T28-W"),
    ("on-fire-min3-hand-1-5", "On Fire with both options, five seats", "B5MH-T21-M"),
)
