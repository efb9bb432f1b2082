import { promisify } from 'node:util';
import { crc32, deflateRaw } from 'node:zlib';

export interface ZipEntry {
  /** Path inside the archive, with slashes. */
  readonly name: string;
  readonly content: Buffer;
  readonly modifiedAt: number;
}

/** PKWARE's APPNOTE.TXT, sections 4.3.7, 4.3.12 and 4.3.16. */
const localHeader = 0x04034b50;
const directoryHeader = 0x02014b50;
const directoryEnd = 0x06054b50;
const version = 20;
const utf8Name = 0x0800;
const deflated = 8;
/** What the format holds without its 64-bit extension. */
const entriesMax = 65_535;
const bytesMax = 0xffff_ffff;
const deflate = promisify(deflateRaw);

/** Date and time as MS-DOS had them: UTC here, two-second steps, no year before 1980. */
function dosTime(ms: number): number {
  const date = new Date(Math.max(ms, Date.UTC(1980, 0, 1)));
  const day =
    ((date.getUTCFullYear() - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate();
  const time =
    (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1);
  return ((day << 16) | time) >>> 0;
}

/** The fields that an entry has in its own header and in the directory alike. */
function entryFields(entry: ZipEntry, packed: Buffer): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(version, 0);
  fields.writeUInt16LE(utf8Name, 2);
  fields.writeUInt16LE(deflated, 4);
  fields.writeUInt32LE(dosTime(entry.modifiedAt), 6);
  fields.writeUInt32LE(crc32(entry.content), 10);
  fields.writeUInt32LE(packed.length, 14);
  fields.writeUInt32LE(entry.content.length, 18);
  fields.writeUInt16LE(Buffer.byteLength(entry.name), 22);
  return fields;
}

function uint32(...values: readonly number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) buffer.writeUInt32LE(value, index * 4);
  return buffer;
}

/** The entry of the directory: where the file begins, and nothing of attributes or comments. */
function directoryEntry(name: string, fields: Buffer, offset: number): Buffer {
  const made = Buffer.alloc(2);
  made.writeUInt16LE(version);
  return Buffer.concat([
    uint32(directoryHeader),
    made,
    fields,
    Buffer.alloc(10),
    uint32(offset),
    Buffer.from(name),
  ]);
}

/** A ZIP archive, piece by piece, so that only one file at a time is held in memory. */
export async function* writeZip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let offset = 0;
  for await (const entry of entries) {
    const packed = await deflate(entry.content);
    const fields = entryFields(entry, packed);
    const head = Buffer.concat([uint32(localHeader), fields, Buffer.from(entry.name)]);
    directory.push(directoryEntry(entry.name, fields, offset));
    offset += head.length + packed.length;
    if (directory.length > entriesMax || offset > bytesMax) {
      throw new RangeError('This is more than a ZIP archive holds.');
    }
    yield head;
    yield packed;
  }
  const list = Buffer.concat(directory);
  const counts = Buffer.alloc(8);
  counts.writeUInt16LE(directory.length, 4);
  counts.writeUInt16LE(directory.length, 6);
  yield Buffer.concat([
    list,
    uint32(directoryEnd),
    counts,
    uint32(list.length, offset),
    Buffer.alloc(2),
  ]);
}
