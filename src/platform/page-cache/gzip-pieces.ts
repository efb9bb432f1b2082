import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, deflateRawSync, inflateRawSync } from 'node:zlib';

/**
 * A part of a page that can be concatenated with others, plain and as gzip (RFC 1952): each part is deflated on its own
 * up to a byte boundary (RFC 1951), and its checksum can be combined with the next one's.
 */
export interface Piece {
  readonly plain: Buffer;
  readonly deflated: Buffer;
  /** Length of the plain form. */
  readonly length: number;
  /** Size of what it holds at present: one of the forms, or both. */
  readonly heldBytes: number;
  readonly crc: number;
  /** Factor that advances a preceding checksum by the length of this piece. */
  readonly shift: number;
}

/** Estimated memory of a part's objects. */
export const pieceObjectBytes = 200;

/** Current memory of a part. */
export function bytesOfPiece({ heldBytes }: Piece): number {
  return pieceObjectBytes + heldBytes;
}

/** The polynomial of CRC-32, lowest power first. */
const polynomial = 0xedb88320;
/** The polynomials 1 and x^8, in the same bit order. */
const one = 0x80000000;
const byte = 0x00800000;
/** From this size on, deflating runs in a thread; for smaller parts the round trip takes as long as deflating. */
export const threadBytes = 65_536;
/** Up to this size, deflating saves less than the end of its block costs. */
const tinyBytes = 48;
/** Maximum size of a stored block. */
const storedMax = 0xffff;
const storedHeaderBytes = 5;
/** Magic number, method deflate, no flags, no time, no hint, unknown system. */
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
/** An empty final block. */
const lastBlock = Buffer.from([3, 0]);
const trailerBytes = 8;

/** The smallest allowed window for this size, as a power of two: compression allocates memory for the window. */
export function windowBitsFor(bytes: number): number {
  return Math.max(Math.ceil(Math.log2(bytes + 1)), 9);
}

/**
 * zlib options for a part of this size. Full flush: no part refers to another one's bytes. The smallest sufficient
 * window, with memory in proportion: the default takes 284 KB per part, and a page has dozens of parts below a
 * kilobyte.
 */
function flushed(level: number, bytes: number) {
  const windowBits = Math.min(windowBitsFor(bytes), 15);
  return {
    level,
    finishFlush: constants.Z_FULL_FLUSH,
    windowBits,
    memLevel: windowBits - 7,
    chunkSize: 1 << (windowBits - 1),
  };
}

const deflate = promisify(deflateRaw) as (bytes: Buffer, options: object) => Promise<Buffer>;

/**
 * Copies bytes into a buffer of their own, for long-lived data: small buffers share a pool that they keep alive, and
 * zlib's output keeps 16 KiB.
 */
export function compact(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

/** The bytes of one page beside each other: each buffer of its own costs some 300 bytes, and a page has dozens of parts. */
export class Packing {
  readonly #whole: Buffer;
  #end = 0;

  constructor(bytes: number) {
    this.#whole = Buffer.allocUnsafeSlow(bytes);
  }

  /** A copy in the shared buffer. */
  add(bytes: Buffer): Buffer {
    const start = this.#end;
    this.#end += bytes.copy(this.#whole, start);
    return this.#whole.subarray(start, this.#end);
  }
}

/** The product of two polynomials over GF(2), modulo the polynomial of CRC-32. */
function multiply(left: number, right: number): number {
  let product = 0;
  let factor = right;
  for (let bit = one; bit !== 0; bit >>>= 1) {
    if (left & bit) product ^= factor;
    factor = factor & 1 ? (factor >>> 1) ^ polynomial : factor >>> 1;
  }
  return product >>> 0;
}

function shiftOf(bytes: number): number {
  let shift = one;
  let power = byte;
  for (let left = bytes; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) shift = multiply(shift, power);
    power = multiply(power, power);
  }
  return shift;
}

function pieceOf(plain: Buffer, deflated: Buffer): Piece {
  return wholePiece({ plain, deflated, crc: crc32(plain), shift: shiftOf(plain.length) });
}

/** A part with both forms. */
export function wholePiece(forms: Pick<Piece, 'plain' | 'deflated' | 'crc' | 'shift'>): Piece {
  const { length } = forms.plain;
  return { ...forms, length, heldBytes: length + forms.deflated.length };
}

/**
 * A part whose deflated form is made at its first use as gzip; then `onDeflated` is called with the size. A class: V8
 * would keep objects with getters and closures of their own, of which a page has dozens, as dictionaries.
 */
class LazyPiece implements Piece {
  readonly plain: Buffer;
  readonly #deflate: (plain: Buffer) => Buffer;
  readonly #onDeflated: (bytes: number) => void;
  #deflated: Buffer | undefined;
  #crc: number | undefined;
  #shift: number | undefined;

  constructor(
    plain: Buffer,
    deflate: (plain: Buffer) => Buffer,
    onDeflated: (bytes: number) => void,
  ) {
    this.plain = plain;
    this.#deflate = deflate;
    this.#onDeflated = onDeflated;
  }

  get length(): number {
    return this.plain.length;
  }

  get crc(): number {
    this.#crc ??= crc32(this.plain);
    return this.#crc;
  }

  get shift(): number {
    this.#shift ??= shiftOf(this.length);
    return this.#shift;
  }

  get deflated(): Buffer {
    if (!this.#deflated) {
      this.#deflated = compact(this.#deflate(this.plain));
      this.#onDeflated(this.#deflated.length);
    }
    return this.#deflated;
  }

  get heldBytes(): number {
    return this.length + (this.#deflated?.length ?? 0);
  }

  /** Moves the deflated form into a buffer that it shares. */
  packInto(packing: Packing): void {
    this.#deflated = packing.add(this.deflated);
  }
}

/** A part of which the deflated form is held; the plain one is made at each use. */
class PackedPiece implements Piece {
  readonly deflated: Buffer;
  readonly length: number;
  readonly crc: number;
  readonly shift: number;

  constructor({ deflated, length, crc, shift }: Omit<Piece, 'plain' | 'heldBytes'>) {
    this.deflated = deflated;
    this.length = length;
    this.crc = crc;
    this.shift = shift;
  }

  get plain(): Buffer {
    return inflateRawSync(this.deflated, { finishFlush: constants.Z_SYNC_FLUSH });
  }

  get heldBytes(): number {
    return this.deflated.length;
  }
}

export function packedPiece(packed: Omit<Piece, 'plain' | 'heldBytes'>): Piece {
  return new PackedPiece(packed);
}

const deflateSmall = (plain: Buffer) =>
  deflateRawSync(plain, flushed(constants.Z_BEST_COMPRESSION, plain.length));
const deflateFast = (plain: Buffer) =>
  deflateRawSync(plain, flushed(constants.Z_BEST_SPEED, plain.length));

/**
 * A part that is the same for all visitors, with maximum compression; `onDeflated` is called if it is deflated later.
 * The caller gives `plain` away.
 */
export async function staticPiece(
  plain: Buffer,
  onDeflated: (bytes: number) => void,
): Promise<Piece> {
  if (plain.length < threadBytes) return plainPiece(plain, onDeflated);
  const options = flushed(constants.Z_BEST_COMPRESSION, plain.length);
  return pieceOf(plain, compact(await deflate(plain, options)));
}

/** A part whose deflated form is made, with maximum compression, at its first use. */
export function plainPiece(plain: Buffer, onDeflated: (bytes: number) => void): Piece {
  const deflate = plain.length <= tinyBytes ? storedBlocks : deflateSmall;
  return new LazyPiece(plain, deflate, onDeflated);
}

/** A part that few visitors get, deflated at high speed; `onDeflated` is called when it is. */
export function passingPiece(plain: Buffer, onDeflated: (bytes: number) => void = () => {}): Piece {
  return new LazyPiece(plain, deflateFast, onDeflated);
}

/** Deflates these parts of one page, into one buffer. */
export function deflateTogether(pieces: readonly Piece[]): void {
  const lazy = pieces.filter((piece) => piece instanceof LazyPiece);
  const packing = new Packing(lazy.reduce((sum, { deflated }) => sum + deflated.length, 0));
  for (const piece of lazy) piece.packInto(packing);
}

/** Encodes bytes as stored (uncompressed) blocks. */
function storedBlocks(plain: Buffer): Buffer {
  const blocks: Buffer[] = [];
  for (let start = 0; start < plain.length; start += storedMax) {
    const part = plain.subarray(start, start + storedMax);
    const header = Buffer.alloc(storedHeaderBytes);
    header.writeUInt16LE(part.length, 1);
    header.writeUInt16LE(~part.length & storedMax, 3);
    blocks.push(header, part);
  }
  return compact(Buffer.concat(blocks));
}

/** Personal data is stored uncompressed, so that its compressed size reveals only its length (the BREACH attack). */
export function ownPiece(plain: Buffer): Piece {
  return pieceOf(compact(plain), storedBlocks(plain));
}

/** Adjacent parts as one: each part costs a write to the socket. `onDeflated` is called as in `passingPiece`. */
export function joinPieces(
  pieces: readonly Piece[],
  onDeflated: (bytes: number) => void = () => {},
): Piece {
  return new LazyPiece(
    compact(Buffer.concat(pieces.map(({ plain }) => plain))),
    () => Buffer.concat(pieces.map(({ deflated }) => deflated)),
    onDeflated,
  );
}

/** The gzip file of concatenated parts, as buffers to write. */
export function gzipParts(pieces: readonly Piece[]): readonly Buffer[] {
  const parts: Buffer[] = [gzipHeader];
  let crc = 0;
  let length = 0;
  for (const piece of pieces) {
    parts.push(piece.deflated);
    crc = (multiply(crc, piece.shift) ^ piece.crc) >>> 0;
    length += piece.length;
  }
  const end = Buffer.allocUnsafe(lastBlock.length + trailerBytes);
  lastBlock.copy(end);
  end.writeUInt32LE(crc, lastBlock.length);
  end.writeUInt32LE(length, lastBlock.length + trailerBytes / 2);
  parts.push(end);
  return parts;
}

/** The same without compression. */
export function plainParts(pieces: readonly Piece[]): readonly Buffer[] {
  return pieces.map(({ plain }) => plain);
}
