import { createTarDecoder, createTarPacker, type TarPackController } from 'modern-tar';

/** An archive that can't be used: truncated, modified, or in another format. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError';
}

export interface TarFile {
  /** Path inside the archive, with slashes. */
  readonly name: string;
  readonly content: Buffer;
}

export interface TarEntry {
  readonly name: string;
  readonly bytes: number;
  /** Must be read to its end before the next entry is requested. */
  readonly content: AsyncIterable<Uint8Array>;
}

async function addFiles(
  controller: TarPackController,
  files: AsyncIterable<TarFile>,
  modifiedAt: number,
): Promise<void> {
  const mtime = new Date(modifiedAt);
  for await (const { name, content } of files) {
    const body = controller.add({ name, size: content.length, mode: 0o600, mtime }).getWriter();
    await body.write(content);
    await body.close();
  }
  controller.finalize();
}

/**
 * A tar archive (POSIX.1-2001, pax) of `files`, readable by their owner only. `modifiedAt` is in milliseconds since 1970.
 * The next file is requested when there is room for it; the archive ends only after `files` has ended or was returned.
 */
export async function* writeTar(
  files: AsyncIterable<TarFile>,
  modifiedAt: number,
): AsyncGenerator<Uint8Array> {
  const { readable, controller } = createTarPacker();
  const adding = addFiles(controller, files, modifiedAt).catch((error: unknown) =>
    controller.error(error),
  );
  try {
    yield* readable;
  } finally {
    await adding;
  }
}

async function feed(
  writer: WritableStreamDefaultWriter<Uint8Array>,
  source: AsyncIterable<Uint8Array>,
): Promise<void> {
  for await (const chunk of source) await writer.write(chunk);
  await writer.close();
}

/**
 * The files of an archive in order; each must be read before the next. Throws `ArchiveError`, or the error of `source`.
 */
export async function* readTar(source: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  // Strict: verifies checksums and rejects a missing end and trailing bytes.
  const { readable, writable } = createTarDecoder({ strict: true });
  const writer = writable.getWriter();
  const feeding = feed(writer, source).catch((error: unknown) => writer.abort(error));
  try {
    for await (const { header, body } of readable) {
      if (header.type !== 'file') throw new Error(`${header.name} is a ${header.type}, no file.`);
      yield { name: header.name, bytes: header.size, content: contentOf(body) };
    }
  } catch (error) {
    throw explained(error);
  } finally {
    await feeding;
  }
}

async function* contentOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw explained(error);
  }
}

/** Translates a decoder error for the operator. Errors of the source have a code and are returned unchanged. */
function explained(error: unknown): unknown {
  if (!(error instanceof Error) || 'code' in error) return error;
  return error.message.includes('truncated')
    ? new ArchiveError('The file ends too early: it was cut.')
    : new ArchiveError('It is no archive of this kind, or was changed.');
}
