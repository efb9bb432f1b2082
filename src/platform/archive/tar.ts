/**
 * Archives of tar: what an operator can open without this program (POSIX.1-2001, pax, "ustar Interchange Format").
 * Of that: plain files with short names and modes of their owner alone.
 */

const block = 512;
/** What the format has room for: eleven octal digits. */
const bytesMax = 8 ** 11 - 1;
const nameMax = 100;
const padding = Buffer.alloc(block);

/** What is no archive of this kind, or was cut or changed; the message says what was found. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError';
}

export interface TarEntry {
  /** Path inside the archive, with slashes. */
  readonly name: string;
  readonly bytes: number;
  /** To be read to its end, before the next entry is asked for. */
  readonly content: AsyncIterable<Buffer>;
}

/** Where the fields of a header begin, and how long they are. */
const fields = {
  name: [0, nameMax],
  mode: [100, 8],
  owner: [108, 8],
  group: [116, 8],
  size: [124, 12],
  time: [136, 12],
  sum: [148, 8],
  kind: [156, 1],
  magic: [257, 8],
} as const;

function put(header: Buffer, [start, length]: readonly [number, number], text: string): void {
  header.write(text, start, length, 'latin1');
}

const octal = (value: number, length: number) => value.toString(8).padStart(length - 1, '0');

/** The sum of a header's bytes, those of the sum itself taken for blanks. */
function sumOf(header: Buffer): number {
  const [start, length] = fields.sum;
  let sum = 0;
  for (const [index, byte] of header.entries()) {
    sum += index >= start && index < start + length ? 0x20 : byte;
  }
  return sum;
}

/** What stands before a file's bytes. `modifiedAt` is in milliseconds since 1970. */
export function tarHeader(name: string, bytes: number, modifiedAt: number): Buffer {
  if (Buffer.byteLength(name) > nameMax) throw new ArchiveError(`The name ${name} is too long.`);
  if (bytes > bytesMax) throw new ArchiveError(`${name} is too large for the archive.`);
  const header = Buffer.alloc(block);
  put(header, fields.name, name);
  put(header, fields.mode, octal(0o600, 8));
  put(header, fields.owner, octal(0, 8));
  put(header, fields.group, octal(0, 8));
  put(header, fields.size, octal(bytes, 12));
  put(header, fields.time, octal(Math.floor(modifiedAt / 1_000), 12));
  put(header, fields.kind, '0');
  put(header, fields.magic, 'ustar\u000000');
  put(header, fields.sum, `${octal(sumOf(header), 7)}\0 `);
  return header;
}

/** What stands after a file's bytes: the rest of its last block. */
export function tarPadding(bytes: number): Buffer {
  return padding.subarray(0, (block - (bytes % block)) % block);
}

/** What ends an archive. */
export const tarEnd = Buffer.alloc(2 * block);

interface Bytes {
  /** Exactly so many; fewer only at the end. */
  take(count: number): Promise<Buffer>;
  /** As they come, at most so many. */
  some(most: number): Promise<Buffer>;
}

function bytesOf(source: AsyncIterable<Buffer>): Bytes {
  const iterator = source[Symbol.asyncIterator]();
  let kept: Buffer = Buffer.alloc(0);
  async function some(most: number): Promise<Buffer> {
    while (kept.length === 0) {
      const { done, value } = await iterator.next();
      if (done) return kept;
      kept = value;
    }
    const part = kept.subarray(0, most);
    kept = kept.subarray(part.length);
    return part;
  }
  return {
    some,
    async take(count) {
      const parts: Buffer[] = [];
      for (let left = count; left > 0; ) {
        const part = await some(left);
        if (part.length === 0) break;
        parts.push(part);
        left -= part.length;
      }
      return Buffer.concat(parts);
    },
  };
}

function textIn(header: Buffer, [start, length]: readonly [number, number]): string {
  const [text = ''] = header.toString('latin1', start, start + length).split('\0', 1);
  return text.trim();
}

function numberIn(header: Buffer, field: readonly [number, number]): number {
  return Number.parseInt(textIn(header, field), 8);
}

const cut = () => new ArchiveError('The file ends too early: it was cut.');

async function* contentOf(bytes: Bytes, length: number): AsyncGenerator<Buffer> {
  let left = length;
  while (left > 0) {
    const part = await bytes.some(left);
    if (part.length === 0) throw cut();
    left -= part.length;
    yield part;
  }
  const rest = tarPadding(length).length;
  if ((await bytes.take(rest)).length < rest) throw cut();
}

/** The files of an archive as they come, each to be read before the next. Throws `ArchiveError`. */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const bytes = bytesOf(source);
  for (;;) {
    const header = await bytes.take(block);
    if (header.length < block) throw cut();
    if (header.every((byte) => byte === 0)) break;
    const size = numberIn(header, fields.size);
    const isKnown = numberIn(header, fields.sum) === sumOf(header) && size >= 0;
    if (!isKnown || textIn(header, fields.kind) !== '0') {
      throw new ArchiveError('It is no archive of this kind, or was changed.');
    }
    yield { name: textIn(header, fields.name), bytes: size, content: contentOf(bytes, size) };
  }
  const rest = await bytes.take(block + 1);
  if (rest.length !== block || !rest.every((byte) => byte === 0)) {
    throw new ArchiveError('Something stands after the end of the archive: it was changed.');
  }
}
