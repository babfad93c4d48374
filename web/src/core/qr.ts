/** A QR code (ISO/IEC 18004) of a text: bytes, level M, versions 1 to 10. */

/** Rows of modules; true is dark. */
export type Modules = boolean[][];

/** By version: codewords in all, error correction codewords of a block, blocks. */
const SIZES = [
  [26, 10, 1],
  [44, 16, 1],
  [70, 26, 1],
  [100, 18, 2],
  [134, 24, 2],
  [172, 16, 4],
  [196, 18, 4],
  [242, 22, 4],
  [292, 22, 5],
  [346, 26, 5],
] as const;
/** Where alignment patterns stand, by version. */
const ALIGNMENT = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];

const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** Returns the code of a text; with the mask that reads best, unless one is given. */
export function qr(text: string, mask?: number): Modules {
  const bytes = [...new TextEncoder().encode(text)];
  const version = versionFor(bytes.length);
  const words = interleaved(version, dataWords(version, bytes));
  if (mask !== undefined) return drawn(version, words, mask);
  const all = MASKS.map((_, each) => drawn(version, words, each));
  return all.reduce((best, each) => (penalty(each) < penalty(best) ? each : best));
}

function versionFor(length: number): number {
  for (let version = 1; version <= SIZES.length; version++) {
    if (length <= capacity(version) - (version < 10 ? 2 : 3)) return version;
  }
  throw new RangeError("the text is too long for a QR code of ours");
}

function capacity(version: number): number {
  const [all, correction, blocks] = SIZES[version - 1]!;
  return all - correction * blocks;
}

/** Mode, length, the bytes, the end, and what fills the rest. */
function dataWords(version: number, bytes: readonly number[]): number[] {
  const bits: number[] = [];
  const put = (value: number, count: number) => {
    for (let at = count - 1; at >= 0; at--) bits.push((value >> at) & 1);
  };
  const most = 8 * capacity(version);
  put(0b0100, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) put(byte, 8);
  put(0, Math.min(4, most - bits.length));
  put(0, -bits.length & 7);
  for (let pad = 0xec; bits.length < most; pad ^= 0xec ^ 0x11) put(pad, 8);
  const words: number[] = [];
  for (let at = 0; at < bits.length; at += 8) words.push(bits.slice(at, at + 8).reduce((sum, bit) => 2 * sum + bit, 0));
  return words;
}

/** Cuts the words into blocks, adds their error correction, and takes them by turns. */
function interleaved(version: number, words: readonly number[]): number[] {
  const [, correction, count] = SIZES[version - 1]!;
  const short = Math.floor(words.length / count);
  const shortBlocks = count - (words.length % count);
  const divisor = generator(correction);
  let from = 0;
  const blocks = Array.from({ length: count }, (_, block) => {
    const data = words.slice(from, (from += short + (block < shortBlocks ? 0 : 1)));
    return { data, rest: remainder(data, divisor) };
  });
  const found: number[] = [];
  for (let at = 0; at <= short; at++) for (const { data } of blocks) if (at < data.length) found.push(data[at]!);
  for (let at = 0; at < correction; at++) for (const { rest } of blocks) found.push(rest[at]!);
  return found;
}

/** Multiplies in the field of 256 elements that QR codes calculate in. */
function times(x: number, y: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    product ^= ((y >> bit) & 1) * x;
  }
  return product;
}

/** The product of (x − 2⁰) … (x − 2ⁿ⁻¹), without its leading one. */
function generator(degree: number): number[] {
  const found = [...Array<number>(degree - 1).fill(0), 1];
  let root = 1;
  for (let step = 0; step < degree; step++) {
    for (let at = 0; at < degree; at++) found[at] = times(found[at]!, root) ^ (found[at + 1] ?? 0);
    root = times(root, 2);
  }
  return found;
}

function remainder(data: readonly number[], divisor: readonly number[]): number[] {
  const rest = divisor.map(() => 0);
  for (const word of data) {
    const factor = word ^ rest.shift()!;
    rest.push(0);
    divisor.forEach((each, at) => (rest[at] = rest[at]! ^ times(each, factor)));
  }
  return rest;
}

class Drawing {
  readonly modules: Modules;
  private readonly fixed: boolean[][];

  constructor(readonly size: number) {
    const empty = () => Array.from({ length: size }, () => Array<boolean>(size).fill(false));
    this.modules = empty();
    this.fixed = empty();
  }

  /** Sets a module that belongs to a pattern. */
  fix(x: number, y: number, isDark: boolean): void {
    if (x < 0 || y < 0 || x >= this.size || y >= this.size) return;
    this.modules[y]![x] = isDark;
    this.fixed[y]![x] = true;
  }

  /** Fills the rest in columns of two, up and down, from the right. */
  fill(words: readonly number[], mask: (x: number, y: number) => boolean): void {
    let bit = 0;
    for (let right = this.size - 1; right > 0; right -= 2) {
      if (right === 6) right = 5;
      for (let step = 0; step < this.size; step++) {
        const isUpwards = ((right + 1) & 2) === 0;
        const y = isUpwards ? this.size - 1 - step : step;
        for (const x of [right, right - 1]) {
          if (this.fixed[y]![x]) continue;
          const isSet = (((words[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 1;
          this.modules[y]![x] = isSet !== mask(x, y);
          bit += 1;
        }
      }
    }
  }
}

function drawn(version: number, words: readonly number[], mask: number): Modules {
  const size = 17 + 4 * version;
  const drawing = new Drawing(size);
  for (let at = 0; at < size; at++) {
    drawing.fix(6, at, at % 2 === 0);
    drawing.fix(at, 6, at % 2 === 0);
  }
  for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]] as const) drawFinder(drawing, x, y);
  drawAlignment(drawing, version);
  drawVersion(drawing, version);
  drawFormat(drawing, mask);
  drawing.fill(words, MASKS[mask]!);
  return drawing.modules;
}

function drawFinder(drawing: Drawing, left: number, top: number): void {
  for (let dy = -4; dy <= 4; dy++) {
    for (let dx = -4; dx <= 4; dx++) {
      const distance = Math.max(Math.abs(dx), Math.abs(dy));
      drawing.fix(left + dx, top + dy, distance !== 2 && distance !== 4);
    }
  }
}

function drawAlignment(drawing: Drawing, version: number): void {
  const places = ALIGNMENT[version - 1]!;
  const last = places.at(-1);
  for (const x of places) {
    for (const y of places) {
      if ((x === 6 && (y === 6 || y === last)) || (x === last && y === 6)) continue;
      for (let dy = -2; dy <= 2; dy++) {
        for (let dx = -2; dx <= 2; dx++) drawing.fix(x + dx, y + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
      }
    }
  }
}

function drawVersion(drawing: Drawing, version: number): void {
  if (version < 7) return;
  const bits = (version << 12) | checked(version, 12, 0x1f25);
  for (let at = 0; at < 18; at++) {
    const isDark = ((bits >> at) & 1) === 1;
    const [far, near] = [drawing.size - 11 + (at % 3), Math.floor(at / 3)];
    drawing.fix(far, near, isDark);
    drawing.fix(near, far, isDark);
  }
}

/** Level M is 00 in these bits, so that the mask stands alone. */
function drawFormat(drawing: Drawing, mask: number): void {
  const bits = ((mask << 10) | checked(mask, 10, 0x537)) ^ 0x5412;
  const { size } = drawing;
  for (let at = 0; at < 15; at++) {
    const isDark = ((bits >> at) & 1) === 1;
    const y = at < 6 ? at : at < 8 ? at + 1 : size - 15 + at;
    drawing.fix(8, y, isDark);
    const x = at < 8 ? size - 1 - at : at === 8 ? 7 : 14 - at;
    drawing.fix(x, 8, isDark);
  }
  drawing.fix(8, size - 8, true);
}

/** The remainder of a number by a polynomial over bits. */
function checked(value: number, count: number, polynomial: number): number {
  let rest = value;
  for (let step = 0; step < count; step++) rest = (rest << 1) ^ ((rest >> (count - 1)) * polynomial);
  return rest;
}

/** How hard a code is to read: runs, squares, what looks like a finder, and too much of one colour. */
function penalty(modules: Modules): number {
  const size = modules.length;
  const columns = modules.map((_, x) => modules.map((row) => row[x]!));
  let sum = 0;
  for (const line of [...modules, ...columns]) sum += runs(line) + 40 * lookalikes(line);
  let dark = 0;
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const colour = modules[y]![x]!;
      if (colour) dark += 1;
      const isSquare = [modules[y]![x + 1], modules[y + 1]?.[x], modules[y + 1]?.[x + 1]].every((each) => each === colour);
      if (isSquare) sum += 3;
    }
  }
  return sum + 10 * Math.floor(Math.abs((20 * dark) / size ** 2 - 10));
}

function runs(line: readonly boolean[]): number {
  let sum = 0;
  let run = 0;
  line.forEach((colour, at) => {
    run = colour === line[at - 1] ? run + 1 : 1;
    if (run === 5) sum += 3;
    else if (run > 5) sum += 1;
  });
  return sum;
}

const LOOKALIKES = ["10111010000", "00001011101"];

function lookalikes(line: readonly boolean[]): number {
  const text = line.map(Number).join("");
  let count = 0;
  for (let at = 0; at + 11 <= text.length; at++) if (LOOKALIKES.includes(text.slice(at, at + 11))) count += 1;
  return count;
}
