import { closeSync, openSync, readSync } from 'node:fs';
import { open, readdir, rm, truncate } from 'node:fs/promises';
import path from 'node:path';
import { type ReadBuffer, ReadBuffers } from './read-buffers.ts';

/** Location of a record. */
export interface RecordPlace {
  readonly segment: number;
  readonly start: number;
  readonly size: number;
}

const ownFile = 0o600;
const extension = '.pages';
const zeros = Buffer.alloc(65_536);

function isGone(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}

/** Append-only files with records in a folder; each file is deleted as a whole. */
export class Segments {
  readonly #folder: string;
  readonly #open = new Map<number, number>();
  readonly #buffers = new ReadBuffers();

  constructor(folder: string) {
    this.#folder = folder;
  }

  #file(segment: number): string {
    return path.join(this.#folder, `${segment}${extension}`);
  }

  /** The segments that have a file. */
  async onDisk(): Promise<readonly number[]> {
    const names = await readdir(this.#folder);
    return names
      .filter((name) => name.endsWith(extension))
      .map((name) => Number(path.basename(name, extension)));
  }

  /**
   * Synchronous read: recently used data is in the system's page cache. Shorter than `size` if the file ends before;
   * undefined if the file is gone.
   */
  read({ segment, start, size }: RecordPlace): ReadBuffer | undefined {
    let file = this.#open.get(segment);
    if (file === undefined) {
      try {
        file = openSync(this.#file(segment), 'r');
      } catch (error) {
        if (isGone(error)) return undefined;
        throw error;
      }
      this.#open.set(segment, file);
    }
    const read = this.#buffers.take(size);
    const count = readSync(file, read.bytes, 0, size, start);
    return count === size ? read : { ...read, bytes: read.bytes.subarray(0, count) };
  }

  async write(segment: number, start: number, bytes: Buffer): Promise<void> {
    const file = await open(this.#file(segment), start === 0 ? 'w' : 'r+', ownFile);
    try {
      for (let done = 0; done < bytes.length; ) {
        done += (await file.write(bytes, done, bytes.length - done, start + done)).bytesWritten;
      }
    } finally {
      await file.close();
    }
  }

  /** Overwrites records: a deleted text must also be gone from the disk. */
  async erase(places: readonly RecordPlace[]): Promise<void> {
    const bySegment = Map.groupBy(places, ({ segment }) => segment);
    for (const [segment, own] of bySegment) {
      const file = await open(this.#file(segment), 'r+').catch((error: unknown) => {
        if (!isGone(error)) throw error;
      });
      try {
        for (const { start, size } of file ? own : []) {
          for (let done = 0; done < size; done += zeros.length) {
            await file?.write(zeros, 0, Math.min(zeros.length, size - done), start + done);
          }
        }
      } finally {
        await file?.close();
      }
    }
  }

  /** Truncates a segment after its last valid record. */
  async cut(segment: number, size: number): Promise<void> {
    await truncate(this.#file(segment), size).catch((error: unknown) => {
      if (!isGone(error)) throw error;
    });
  }

  async remove(segment: number): Promise<void> {
    await rm(this.#file(segment), { force: true });
  }

  /** Closes all other files: an open file keeps its disk space even if it has been removed. */
  closeOthers(segments: ReadonlySet<number> = new Set()): void {
    for (const [segment, file] of this.#open) {
      if (segments.has(segment)) continue;
      this.#open.delete(segment);
      closeSync(file);
    }
  }
}
