import { type PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';

export interface ZipEntry {
  /** Path inside the archive, with slashes. */
  readonly name: string;
  /** Streamed in pieces if the whole would need too much memory. */
  readonly content: Buffer | AsyncIterable<string>;
  /** Milliseconds since 1970. */
  readonly modifiedAt: number;
}

/**
 * A ZIP archive of any size, as a stream: each file is read after the previous one was packed. If the consumer stops,
 * reading the files stops; errors of the files are thrown.
 */
export async function* writeZip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const zip = new ZipFile();
  // At run time it is a `PassThrough`, which its declared type doesn't say.
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
