import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** A record on the disk with everything that determines whether it is still valid. */
export interface StoredRecord {
  /** Audience, coding and canonical URL. */
  readonly key: string;
  /** Change tags that the record depends on. */
  readonly tags: readonly string[];
  /** The newest stamp whose change the rendering had seen: a later stamp of one of its tags invalidates it. */
  readonly floor: number;
  /** Milliseconds since 1970. */
  readonly madeAt: number;
  /** In milliseconds since 1970; `Infinity` if only tags invalidate it. */
  readonly goodUntil: number;
  /** JSON. */
  readonly head: unknown;
  readonly body: Buffer;
}

/** Data on the disk differs from what was written. */
export class DamagedStore extends Error {
  override readonly name = 'DamagedStore';
}

/** Magic number, checksum of everything after it, length of the JSON; then the JSON and the body. */
const headerBytes = 12;
const magic = 0x31_67_70_63;
const checkedFrom = 8;
const idBytes = 6;

/** The id by which a record is found: keys with the same id replace each other. */
export function idOf(key: string): number {
  return hash('sha1', key, 'buffer').readUIntBE(0, idBytes);
}

export function encodeRecord(record: StoredRecord): Buffer {
  const { key, tags, floor, madeAt, goodUntil, head, body } = record;
  const until = goodUntil === Infinity ? null : goodUntil;
  const json = Buffer.from(JSON.stringify([key, tags, floor, madeAt, until, head]));
  const bytes = Buffer.concat([Buffer.alloc(headerBytes), json, body]);
  bytes.writeUInt32LE(json.length, checkedFrom);
  bytes.writeUInt32LE(crc32(bytes.subarray(checkedFrom)), 4);
  bytes.writeUInt32LE(magic, 0);
  return bytes;
}

/**
 * Undefined for an erased record. The body shares the input's memory. Throws `DamagedStore` if the checksum doesn't
 * match.
 */
export function decodeRecord(bytes: Buffer): StoredRecord | undefined {
  if (bytes.length < headerBytes) throw new DamagedStore('A record is cut.');
  if (bytes.readUInt32LE(0) === 0) return undefined;
  const isWhole =
    bytes.readUInt32LE(0) === magic && bytes.readUInt32LE(4) === crc32(bytes.subarray(checkedFrom));
  if (!isWhole) throw new DamagedStore('A record has another checksum.');
  const end = headerBytes + bytes.readUInt32LE(checkedFrom);
  const [key, tags, floor, madeAt, until, head] = JSON.parse(
    bytes.toString('utf8', headerBytes, end),
  );
  const body = bytes.subarray(end);
  return { key, tags, floor, madeAt, goodUntil: until ?? Infinity, head, body };
}
