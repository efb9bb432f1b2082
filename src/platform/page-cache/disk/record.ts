import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Something that is kept on the disk, with all that says whether it is still true. */
export interface StoredRecord {
  /** Whom it is for, in which form, and its canonical URL. */
  readonly key: string;
  /** What it is made from. */
  readonly tags: readonly string[];
  /** The newest stamp that its making had seen the change of: a later one of its tags makes it untrue. */
  readonly floor: number;
  /** Milliseconds since 1970. */
  readonly madeAt: number;
  /** The same; `Infinity` where only its tags decide. */
  readonly goodUntil: number;
  /** JSON. */
  readonly head: unknown;
  readonly body: Buffer;
}

/** What the disk gave isn't what was written to it. */
export class DamagedStore extends Error {
  override readonly name = 'DamagedStore';
}

/** Magic number, checksum of all that follows it, length of the JSON; then the JSON and the body. */
const headerBytes = 12;
const magic = 0x31_67_70_63;
const checkedFrom = 8;
const idBytes = 6;

/** The number under which a record is found: keys that share one only displace each other. */
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

/** Undefined for what was erased. The body shares the memory. Throws `DamagedStore` for anything but what was written. */
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
