import { type PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';

export interface ZipEntry {
  /** Path inside the archive, with slashes. */
  readonly name: string;
  /** Pieces where the whole would be too much for memory. */
  readonly content: Buffer | AsyncIterable<string>;
  /** Milliseconds since 1970. */
  readonly modifiedAt: number;
}

/**
 * A ZIP archive of any size, piece by piece: a file is asked for when the one before has been packed. Who stops reading
 * stops the files; a failure of theirs is thrown.
 */
export async function* writeZip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const zip = new ZipFile();
  // What yazl writes to is one, and is declared as less.
  const output = zip.outputStream as PassThrough;
  const fail = (error: unknown) => output.destroy(error as Error);
  const files = entries[Symbol.asyncIterator]();
  zip.on('error', fail);

  async function addNext(): Promise<void> {
    const { done, value } = await files.next();
    if (done) return zip.end();
    const { name, content, modifiedAt } = value;
    const packed = Readable.from(Buffer.isBuffer(content) ? [content] : content);
    packed.once('error', fail);
    packed.once('end', () => void addNext().catch(fail));
    zip.addReadStream(packed, name, { mtime: new Date(modifiedAt) });
  }

  addNext().catch(fail);
  try {
    yield* output;
  } finally {
    output.destroy();
    await files.return?.();
  }
}
