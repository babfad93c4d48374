/** SHA-256 of a text: by the browser, or where it has none (a page that came over plain HTTP) by hand. */

export async function sha256(text: string): Promise<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle;
  return subtle === undefined ? byHand(bytes) : new Uint8Array(await subtle.digest("SHA-256", bytes));
}

/** Returns the digest as FIPS 180-4 has it; the names are those of its section 6.2. */
export function byHand(bytes: Uint8Array): Uint8Array {
  const padded = new DataView(new ArrayBuffer(64 * Math.ceil((bytes.length + 9) / 64)));
  bytes.forEach((byte, at) => padded.setUint8(at, byte));
  padded.setUint8(bytes.length, 0x80);
  padded.setUint32(padded.byteLength - 8, Math.floor((8 * bytes.length) / 2 ** 32));
  padded.setUint32(padded.byteLength - 4, (8 * bytes.length) >>> 0);
  let hash = FIRST_HASH;
  for (let block = 0; block < padded.byteLength; block += 64) {
    const w = schedule(padded, block);
    const mixed = w.reduce(mix, hash);
    hash = hash.map((word, at) => (word + mixed[at]!) >>> 0);
  }
  const digest = new DataView(new ArrayBuffer(32));
  hash.forEach((word, at) => digest.setUint32(4 * at, word));
  return new Uint8Array(digest.buffer);
}

function schedule(padded: DataView, block: number): number[] {
  const w = Array.from({ length: 16 }, (_, at) => padded.getUint32(block + 4 * at));
  for (let t = 16; t < 64; t += 1) {
    const [far, near] = [w[t - 15]!, w[t - 2]!];
    const s0 = turned(far, 7) ^ turned(far, 18) ^ (far >>> 3);
    const s1 = turned(near, 17) ^ turned(near, 19) ^ (near >>> 10);
    w.push((w[t - 16]! + s0 + w[t - 7]! + s1) >>> 0);
  }
  return w;
}

function mix(hash: readonly number[], word: number, t: number): number[] {
  const [a, b, c, d, e, f, g, h] = hash as [number, number, number, number, number, number, number, number];
  const s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
  const t1 = (h + s1 + ((e & f) ^ (~e & g)) + ROUNDS[t]! + word) >>> 0;
  const s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
  const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) >>> 0;
  return [(t1 + t2) >>> 0, a, b, c, (d + t1) >>> 0, e, f, g];
}

function turned(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

const PRIMES = Array.from({ length: 310 }, (_, n) => n + 2).filter((n) => {
  for (let d = 2; d * d <= n; d += 1) if (n % d === 0) return false;
  return true;
});

/** The first 32 bits behind the point of a root. */
function behindPoint(root: number): number {
  return Math.floor((root - Math.floor(root)) * 2 ** 32) >>> 0;
}

const FIRST_HASH: readonly number[] = PRIMES.slice(0, 8).map((p) => behindPoint(Math.sqrt(p)));
const ROUNDS: readonly number[] = PRIMES.slice(0, 64).map((p) => behindPoint(Math.cbrt(p)));

export function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
