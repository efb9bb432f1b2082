import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, deflateRawSync } from 'node:zlib';

/**
 * Bytes of a page that can be put together with others, as they are and as gzip (RFC 1952): each deflated by itself up
 * to a byte's end (RFC 1951), with a checksum that can be combined with the next one's.
 */
export interface Piece {
  readonly plain: Buffer;
  readonly deflated: Buffer;
  /** Bytes that are deflated so far; none, or all of them. */
  readonly deflatedBytes: number;
  readonly crc: number;
  /** What a checksum is multiplied by when as many bytes follow as this piece has. */
  readonly shift: number;
}

/** The polynomial of CRC-32, lowest power first. */
const polynomial = 0xedb88320;
/** The polynomials 1 and x to the power of 8, in the same order of bits. */
const one = 0x80000000;
const byte = 0x00800000;
/** From here on a thread deflates: below, the way to it and back takes as long as deflating does. */
export const threadBytes = 65_536;
/** Up to this, deflating saves less than what ends it. */
const tinyBytes = 48;
/** Most bytes of a stored block. */
const storedMax = 0xffff;
const storedHeaderBytes = 5;
/** Magic number, method deflate, no flags, no time, no hint, unknown system. */
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
/** A last block with nothing in it. */
const lastBlock = Buffer.from([3, 0]);
const trailerBytes = 8;

/** Of the smallest window that is allowed and holds so many bytes, as a power of two: compressing takes memory for it. */
export function windowBitsFor(bytes: number): number {
  return Math.max(Math.ceil(Math.log2(bytes + 1)), 9);
}

/**
 * Options of zlib for so many bytes. A full flush: no piece refers to another one's bytes. A window that just holds them,
 * between the least and the most that there is, and the rest of its memory in proportion: by default it takes 284 KB for
 * each piece, and pages are made of dozens that are smaller than a kilobyte.
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
 * The same bytes in memory of their own, for what is kept: little ones share some with others, which all of it is held
 * for, and what zlib gives holds 16 KiB.
 */
export function compact(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

/** The product of two polynomials over GF(2), modulo that of CRC-32. */
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
  const { length: deflatedBytes } = deflated;
  return { plain, deflated, deflatedBytes, crc: crc32(plain), shift: shiftOf(plain.length) };
}

/** A piece that is deflated when a request asks for it so; `onDeflated` is then called with its bytes. */
function lazyPiece(plain: Buffer, level: number, onDeflated: (bytes: number) => void): Piece {
  let deflated: Buffer | undefined;
  return {
    plain,
    get deflated() {
      if (!deflated) {
        deflated = compact(deflateRawSync(plain, flushed(level, plain.length)));
        onDeflated(deflated.length);
      }
      return deflated;
    },
    get deflatedBytes() {
      return deflated?.length ?? 0;
    },
    crc: crc32(plain),
    shift: shiftOf(plain.length),
  };
}

/** What is the same for everybody, as small as it gets; `onDeflated` is called where it is deflated later. */
export async function staticPiece(
  plain: Buffer,
  onDeflated: (bytes: number) => void,
): Promise<Piece> {
  const own = compact(plain);
  if (own.length < threadBytes && own.length > tinyBytes) {
    return lazyPiece(own, constants.Z_BEST_COMPRESSION, onDeflated);
  }
  const deflated =
    own.length <= tinyBytes
      ? storedBlocks(own)
      : compact(await deflate(own, flushed(constants.Z_BEST_COMPRESSION, own.length)));
  return pieceOf(own, deflated);
}

/** What few are sent, deflated fast; counted by who keeps it. */
export function passingPiece(plain: Buffer): Piece {
  return lazyPiece(plain, constants.Z_BEST_SPEED, () => {});
}

/** Bytes as blocks that aren't compressed. */
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

/** Personal data is stored uncompressed, so that its size reveals nothing but its length (the attack named BREACH). */
export function ownPiece(plain: Buffer): Piece {
  return pieceOf(compact(plain), storedBlocks(plain));
}

/** Pieces one after the other, as a gzip file: what is written of it. */
export function gzipParts(pieces: readonly Piece[]): readonly Buffer[] {
  const parts: Buffer[] = [gzipHeader];
  let crc = 0;
  let length = 0;
  for (const piece of pieces) {
    parts.push(piece.deflated);
    crc = (multiply(crc, piece.shift) ^ piece.crc) >>> 0;
    length += piece.plain.length;
  }
  const end = Buffer.allocUnsafe(lastBlock.length + trailerBytes);
  lastBlock.copy(end);
  end.writeUInt32LE(crc, lastBlock.length);
  end.writeUInt32LE(length, lastBlock.length + trailerBytes / 2);
  parts.push(end);
  return parts;
}

/** The same as they are. */
export function plainParts(pieces: readonly Piece[]): readonly Buffer[] {
  return pieces.map(({ plain }) => plain);
}
