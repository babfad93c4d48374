"""The chat guard refuses numbers in any disguise, and little else (C12)."""

import sys
import timeit
import unicodedata
from collections.abc import Iterator
from time import thread_time

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from tenback.server.chat_filter import number_in
from tenback.server.chat_filter.characters import fold

# ── tables: a message, and what is quoted of it ──────────────────────────────────────────────────

REFUSED = """
I have the 47 | 47
der 47. passt mir gut | 47
my card is 4 7 | 4 7
4-7, you know | 4-7
es ist die 4.7 | 4.7
47th would be nice | 47th
#12 next | 12
karte47 | karte47
u 14 | 14
u14 | u14
Game 2 was better | 2
only 1 left | 1
I can go to 100 | 100
<3 | 3
a gap of 10 | 10
siebenundvierzig | siebenundvierzig
Ich habe siebenundvierzig. | siebenundvierzig
sieben-und-vierzig | sieben-und-vierzig
vierzig und sieben | vierzig und sieben
die Siebenundvierzigste bitte | Siebenundvierzigste
hab die zwei | zwei
hab die zwo | zwo
Drei gewinnt! | Drei
noch vier Karten | vier
ein Vierer waere schoen | ein Vierer
fuenf | fuenf
fünf gewinnt | fünf
FÜNFZIG!!! | FÜNFZIG
fuffzig | fuffzig
sechs | sechs
Sechserpack | Sechserpack
acht | acht
ich habe acht Karten | acht
die achte Karte | achte
gib acht und vierzig | acht und vierzig
neun | neun
Neuner | Neuner
zehn zurück | zehn
der Zehnertrick | Zehnertrick
elf | elf
das elfte Mal | elfte
zwölf | zwölf
zwoelf | zwoelf
dreizehn | dreizehn
sechzehn | sechzehn
siebzehn | siebzehn
zwanzig | zwanzig
dreißig | dreißig
dreissig | dreissig
DREISSIG | DREISSIG
achtzig oder so | achtzig
neunundneunzig Luftballons | neunundneunzig
der dritte Stapel | dritte
eine Vierte noch | Vierte
dreimal | dreimal
vier sieben | vier sieben
vierdrei | vierdrei
eins sechs | eins sechs
eins eins | eins eins
eins null | eins null
ein Dutzend | ein Dutzend
ein halbes Hundert | halbes Hundert
hundert weniger eins | hundert weniger eins
eins unter hundert | eins unter hundert
ichhabesieben | ichhabesieben
wir zwei schaffen das | zwei
s i e b e n | s i e b e n
s-i-e-b-e-n | s-i-e-b-e-n
sie-ben | sie-ben
vier zig | vier zig
sechz ehn | sechz ehn
siiieben | siiieben
s1eben | s1eben
$ieben | $ieben
zw€i | zw€i
s*eben | s*eben
vıerzig | vıerzig
d'rei | d'rei
zvvei | zvvei
forty-seven | forty-seven
fortyseven | fortyseven
I hold forty seven | forty seven
the forty-seventh | forty-seventh
fourty | fourty
Two more cards | Two
three of them | three
four | four
high five! | five
six | six
lucky sevens | sevens
eight | eight
cloud nine | nine
ten back | ten
TENS | TENS
eleven | eleven
a dozen | dozen
nineteen | nineteen
eighty | eighty
my third one | third one
the tenth | tenth
ninety-nine | ninety-nine
four seven | four seven
twofour | twofour
one six | one six
one one | one one
one zero | one zero
one and one | one and one
half a hundred | half a hundred
a hundred minus one | hundred minus one
one less than a hundred | one less than a hundred
twenty plus two | twenty plus two
twentyish | twentyish
it is f o r t y | f o r t y
f.o.r.t.y | f.o.r.t.y
f_o_r_t_y | f_o_r_t_y
for-ty | for-ty
t wenty | t wenty
fooorty | fooorty
sevennnnn | sevennnnn
f0rty | f0rty
s!x | s!x
f|ve | f|ve
f*ve | f*ve
slx | slx
eIeven | eIeven
tvvo | tvvo
fоrty | fоrty
ѕіх | ѕіх
sıx | sıx
wait!nine | nine
my'nine | nine
don't say 'ten' | ten
XLVII | XLVII
xlvii | xlvii
Pile IX | IX
ix | ix
it is vi | vi
X | X
I want V | V
II | II
IIII | IIII
x l v i i | x l v i i
XX | XX
４７ | ４７
٤٧ | ٤٧
४७ | ४७
㊼ | ㊼
④⑦ | ④⑦
⁴⁷ | ⁴⁷
𝟜𝟟 | 𝟜𝟟
Ⅳ | Ⅳ
ⅻ | ⅻ
4️⃣7️⃣ | 4️⃣7️⃣
四七 | 四七
½ | ½
ＦＯＲＴＹ | ＦＯＲＴＹ
𝓯𝓸𝓻𝓽𝔂 | 𝓯𝓸𝓻𝓽𝔂
ⓕⓞⓡⓣⓨ | ⓕⓞⓡⓣⓨ
ꜱɪx | ꜱɪx
🇸🇮🇽 | 🇸🇮🇽
🅢🅘🅧 | 🅢🅘🅧
⚃⚂ | ⚃⚂
🂤 | 🂤
🁡 | 🁡
🕓 | 🕓
💯 | 💯
🔟 | 🔟
🎱 | 🎱
***** | *****
•••• | ••••
/////// | ///////
....- --... | ....- --...
fi/e | fi/e
se\\/en | se\\/en
f()rty | f()rty
|\\|ine | |\\|ine
s*x | s*x
f**e | f**e
n🔥ne | n🔥ne
thr*e of them | thr*e
ichhabvier | ichhabvier
threecards | threecards
ich sag nur mycardten | mycardten
Vlll | Vlll
take the XlV | XlV
семь | семь
quarante-sept cartes | quarante-sept
j'ai huit | huit
achzig | achzig
fufzich | fufzich
sevn | sevn
siebenundvirzig | siebenundvirzig
noin | noin
zähn | zähn
neves | neves
uǝʌǝs | uǝʌǝs
twnty svn | twnty svn
s x i x x | s x i x x
s l x | s l x
ten plus two | ten plus two
a hundred halved | hundred halved
one more than one | one more than one
the number right after one | number right after one
die Hälfte von hundert | Hälfte von hundert
🍎🍎🍎🍎 | 🍎🍎🍎🍎
👍👍👍👍 👍👍👍 | 👍👍👍👍 👍👍👍
!!!! !!!!!!! | !!!! !!!!!!!
✋✌️ | ✋✌️
μζʹ | μζʹ
丂丨乂 | 丂丨乂
"""

HARMLESS = """
hi all
Hello everyone, good luck!
one moment please
no one has to wait
someone should start
not this one. One moment
one by one
this one or that one?
a second please
first the left pile
the second pile is better
the first one is mine
once or twice
both piles are fine
all good
it's too high for me
to be honest, I have nothing
that's for you
please not on this pile
only a very small step there
I can go back here
I can jump back on this pile!
I have a perfect card for it
do not touch the descending pile
I'll take it, I'd rather wait
I'LL WAIT
I think I, I know it
I... I don't know
this weighs a lot, what a weight
the height of the pile
freight
canine
often
tenback is great
attention please
that was intense
in a tent
tense moment
stone
weighty words
let's heighten the tension
my threat is a thread
I have a couple of good cards
a pair of small steps
half of my hand is bad
my hand is a mix
mild step
civil talk
we are nearly done
well played
hundred percent sure
a hundred is far away
one hundred
wow!!!!! great
hmm......
what???
f*** that
ok ;-) xD
thanks x
bye xx
an XXL step
lol :D :) ^^
nice 👍👍👍
❤️❤️❤️
🃏
u1 please
keep u1 and u2 free
D1 or d2?
(u1)
small step on u1, not on d2!
what for? ty
teen spirit
unintended
a network problem
I hold a stop
skull first, then silence
do you have a trick for me?
go on, it is your turn
who starts?
I could start well
rather somebody else
strong start here
stuck, sorry
can you wait a round?
please leave the left pile alone
no numbers please ;)
I am even happier
the very next round
never mind
the fort is safe
effort and comfort
good, now the right pile
I see it
he said "no"
zero chance
Aye, aye
Ich lege gleich
eins nach dem anderen
noch eine Runde?
ein guter Zug
einen Moment bitte
einer von uns muss
eines noch
alles auf eins setzen
kein Zweifel
ich verzweifle
am Zweig
die zweite Runde
zweimal überlegen
zu zweit
Vielleicht geht es
Achtung!
gib acht!
Gib gut acht auf den Stapel
wir müssen acht geben
nimm dich in acht
achte auf u1
bitte achtet darauf
darauf achten wir
das macht nichts, gute Nacht
gedacht, gemacht
ganz sachte
das war dreist
obendrein noch das
ein Dreieck
Klavier
mein Revier
Viertel vor
ein Vierteljahr
Zehen
ein Jahrzehnt
Elfenbein
helfen kann ich dir
selber
gezwungen
beide Stapel
halb so wild
alle guten Dinge
ein paar Karten
hundert Prozent
fast hundert
null Ahnung
bitte nicht auf diesen Stapel
nur ein ganz kleiner Schritt
ich kann da zurück
ich habe eine perfekte Karte
leg bitte nicht auf den linken Stapel
da kann ich springen
der absteigende Stapel gehört mir
neu und gut
ganz neu, nein?
ist das neu nein
neu 'ne Idee
das Blatt ist neu unter uns
weiß nicht, wie er das macht
so wie er spielt
will er das?
wie erwartet
ne, unten liegt was
so ne unten
ganz neu hier
er ist neu, und du?
ich bin im Bild
mir ist es egal
im Moment nicht
das ist mild
die Mitte
du bist dran
wer fängt an?
ich könnte gut anfangen
lieber jemand anders
warte bitte eine Runde
geht's noch?
so'n Pech
ich hab's
Schade, verloren
gut gespielt
das tut weh
Siehst du, Ben?
nein, nicht so
erst ich, dann du
Kannst du ihn retten?
keine Zahlen!
mein Blatt ist schwach
ich hänge fest
ich halte ein Stopp
danke dir
Grüße an alle
schönes Spiel
öfter mal was Neues
unten oder oben?
hinten
Wechsel
Eidechse
even, seen, there
Steven, tree
a night fight, right?
thirsty
tow the boat
L-I-N-C-O-L-N
x-ray
lvl up
Vll morgen
Ill wait
ähm, f**k
right after one more round
next to one of you
the one before the one you laid
👍👍👍👍👍
🔥🔥🔥 🎉🎉🎉
*even
Xylophon
Zahn
Sachs
Berufsleben
Gutachten
darauf sollten wir achten
auf die linke Seite achten
Mr Li
"""


def rows(table: str) -> list[str]:
    return [line for line in table.splitlines() if line]


@pytest.mark.parametrize("row", rows(REFUSED))
def test_c12_a_number_is_refused_and_quoted(row: str) -> None:
    message, _, quote = row.rpartition(" | ")
    assert number_in(message) == quote


def test_c12_strokes_are_a_tally() -> None:
    assert number_in("so many: |||||") == "|||||"
    assert number_in("| | |") == "| | |"


@pytest.mark.parametrize("message", rows(HARMLESS))
def test_c12_anything_else_may_be_said(message: str) -> None:
    assert number_in(message) is None


def test_the_tables_are_long_enough() -> None:
    assert len(rows(REFUSED)) > 100
    assert len(rows(HARMLESS)) > 100


# ── every number in every spelling ───────────────────────────────────────────────────────────────


def listed(words: str) -> list[str]:
    return words.split()


GERMAN = listed("null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf")
GERMAN_TENS = listed("- zehn zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig")
ENGLISH = listed(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen"
)
ENGLISH_TENS = listed("- - twenty thirty forty fifty sixty seventy eighty ninety")
ODD_ORDINALS = {"five": "fifth", "eight": "eighth", "nine": "ninth", "twelve": "twelfth"}
GERMAN_ORDINALS = {3: "dritte", 7: "siebte", 8: "achte"}
ZEROS = "0٠۰०๐０𝟎𝟘𝟬𝟶"
GAPS = ["", " ", "-", ".", "_", "/", " - ", "\u200b", "\u00ad", "\u2060", "\u200f", "\u0336"]

numbers = st.integers(2, 99)


def german(number: int) -> str:
    tens, units = divmod(number, 10)
    if number <= 12:
        return GERMAN[number]
    if number < 20:
        return {16: "sech", 17: "sieb"}.get(number, GERMAN[units]) + "zehn"
    return f"{GERMAN[units]}und{GERMAN_TENS[tens]}" if units else GERMAN_TENS[tens]


def german_ordinal(number: int) -> str:
    ending = "te" if number < 20 else "ste"
    return GERMAN_ORDINALS.get(number, german(number) + ending)


def english(number: int, gap: str = "-") -> str:
    tens, units = divmod(number, 10)
    if number < 20:
        return ENGLISH[number]
    return ENGLISH_TENS[tens] + (gap + ENGLISH[units] if units else "")


def english_ordinal(number: int) -> str:
    head, dash, last = english(number).rpartition("-")
    plain = last.removesuffix("y") + "ie" if last.endswith("y") else last
    irregular = {"one": "first", "two": "second", "three": "third"} | ODD_ORDINALS
    return head + dash + irregular.get(last, plain + "th")


def roman(number: int) -> str:
    tens = ["", "X", "XX", "XXX", "XL", "L", "LX", "LXX", "LXXX", "XC"]
    units = ["", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"]
    return tens[number // 10] + units[number % 10]


def word_spellings(number: int) -> Iterator[str]:
    yield german(number)
    yield german(number).replace("ü", "ue").replace("ö", "oe").replace("ß", "ss")
    yield unicodedata.normalize("NFD", german(number))
    yield english(number)
    yield english(number, " ")
    yield english(number, "")
    if number != 2:  # "second" and "zweite" are harmless: a second, the second pile
        yield german_ordinal(number)
        yield english_ordinal(number)


def digit_spellings(number: int) -> Iterator[str]:
    for zero in ZEROS:
        yield "".join(chr(ord(zero) + int(digit)) for digit in str(number))
    yield "".join("〇一二三四五六七八九"[int(digit)] for digit in str(number))
    yield "".join(f"{digit}\ufe0f\u20e3" for digit in str(number))
    yield roman(number)


@st.composite
def dressed(draw: st.DrawFn, text: str) -> str:
    """Give the letters of a text any case, stretch some, and put one kind of gap between all."""
    gap = draw(st.sampled_from(GAPS))
    letters = [
        draw(st.sampled_from([sign, sign.upper() if len(sign.upper()) == 1 else sign]))
        * draw(st.sampled_from([1, 1, 1, 2, 3]))
        for sign in text
    ]
    return gap.join(letters)


@st.composite
def split(draw: st.DrawFn, text: str) -> str:
    """Part a text at any one place, with any gap."""
    place = draw(st.integers(1, len(text) - 1))
    return text[:place] + draw(st.sampled_from(GAPS)) + text[place:]


def assert_found(message: str) -> None:
    quote = number_in(message)
    assert quote, message
    assert quote in message


@pytest.mark.parametrize("number", range(2, 100))
def test_c12_every_card_is_found_in_every_spelling(number: int) -> None:
    for spelling in (*word_spellings(number), *digit_spellings(number)):
        for message in (spelling, f"I have {spelling}!", f"Ich habe die „{spelling}“ hier"):
            assert_found(message)


@given(st.data(), numbers)
def test_c12_case_gaps_and_stretched_letters_hide_no_word(data: st.DataObject, number: int) -> None:
    spelling = data.draw(st.sampled_from(list(word_spellings(number))))
    disguise = data.draw(dressed(spelling))
    assume(fold(disguise)[0].lower() != "teen")  # chiefly something else
    assert_found(f"ok {disguise} ok")


@given(st.data(), numbers)
def test_c12_a_word_cut_in_two_is_found(data: st.DataObject, number: int) -> None:
    spelling = data.draw(st.sampled_from(list(word_spellings(number))))
    assert_found(f"my card: {data.draw(split(spelling))}")


@given(st.data(), numbers)
def test_c12_gaps_hide_no_digit(data: st.DataObject, number: int) -> None:
    spelling = data.draw(st.sampled_from(list(digit_spellings(number))[:-1]))
    assert_found(data.draw(st.sampled_from(GAPS)).join(spelling))


@given(numbers, st.text(max_size=20), st.text(max_size=20))
def test_c12_digits_are_found_among_anything(number: int, before: str, after: str) -> None:
    assert number_in(f"{before} {number} {after}") is not None


# ── nothing breaks it, and ordinary talk passes ──────────────────────────────────────────────────

anything = st.text(st.characters(codec=None, categories=None), max_size=300)
tricky = st.text(st.sampled_from("einsxvlcIVXLC'!|$€*.- \u200b\u0301\ud800\udfff\x00\u202eß🇸"))


@given(anything | tricky)
@example("\ud800\udfff\x00\u200b\u202e\u0301")
@example("")
def test_any_text_gets_an_answer_that_is_part_of_it(text: str) -> None:
    quote = number_in(text)
    assert quote is None or (quote and quote in text)


def test_every_single_sign_gets_an_answer() -> None:
    for code in range(sys.maxunicode + 1):
        sign = chr(code)
        if sign.isnumeric():
            assert number_in(sign) == sign
        elif code < 0x3000:
            number_in(f"a{sign}b")


ORDINARY = listed(
    "please not on this pile we can go back here a small step would help me thanks wait for the "
    "other side someone knows what to do with my hand today maybe you start first and then second "
    "round once more all good luck friends bitte nicht auf diesen Stapel legen da kann ich noch "
    "zurück ein kleiner Schritt wäre gut danke warte auf die andere Seite keiner weiß was zu tun "
    "ist vielleicht fängst du an und dann eine Runde weiter alle guten Dinge brauchen Weile u1 u2 "
    "d1 d2 often weight height attention Achtung Zweifel dreist Klavier helfen gedacht Nacht"
)


@given(st.lists(st.sampled_from(ORDINARY), max_size=25), st.sampled_from([" ", ", ", ". ", "... "]))
def test_ordinary_talk_passes(words: list[str], gap: str) -> None:
    assert number_in(gap.join(words)) is None


# Each makes some part of the guard begin again and again, and come to nothing as late as it can.
PIECES = [
    *listed("e | ! l x.i x. sieb neun s* 'e und -. one- one\u200b seven/ \u0301 f\u200b"),
    *["one ", "s ", "x ", "* ", "ein ", "acht auf ", "one less than the ", "one and "],
    *listed("a*b s*_ *_#s n^ e.. !!!-!! zweiund mycard aaaa- ichhab xexo 🍎 🍎👍 𝖆 ǝ d́"),
    *["a x ", "auf der ", "hundred ", "first one ", "!! !!! ", "middle of the "],
]


@pytest.mark.parametrize("piece", PIECES)
def test_twice_the_text_takes_about_twice_the_steps(piece: str) -> None:
    once, twice = (steps(piece * (size // len(piece))) for size in (1000, 2000))
    assert twice < 3 * once + 1000


@pytest.mark.parametrize("piece", PIECES)
def test_eight_times_the_text_takes_far_less_than_64_times_as_long(piece: str) -> None:
    assert any(
        duration(piece * (8000 // len(piece))) < 30 * duration(piece * (1000 // len(piece)))
        for _ in range(20)  # a machine that is busy elsewhere is not so every time
    )


def duration(text: str) -> float:
    """Return the shortest of some runs, in time of the processor."""
    return min(timeit.repeat(lambda: number_in(text), number=1, repeat=5, timer=thread_time))


def steps(text: str) -> int:
    """Count the lines and calls that an answer takes in the guard's own code."""
    count = 0

    def trace(frame: object, event: str, argument: object) -> object:
        nonlocal count
        count += 1
        return trace

    before = sys.gettrace()
    sys.settrace(trace)  # type: ignore[arg-type]
    try:
        number_in(text)
    finally:
        sys.settrace(before)
    return count
