import { closeSync, openSync, readSync } from 'node:fs';
import { open, rm, truncate } from 'node:fs/promises';
import path from 'node:path';
import { type ReadBuffer, ReadBuffers } from './read-buffers.ts';

/** Where a record lies. */
export interface RecordPlace {
  readonly segment: number;
  readonly start: number;
  readonly size: number;
}

const ownFile = 0o600;
const zeros = Buffer.alloc(65_536);

function isGone(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}

/** Files of a folder that records are written to one after the other; each goes as a whole. */
export class Segments {
  readonly #folder: string;
  readonly #open = new Map<number, number>();
  readonly #buffers = new ReadBuffers();

  constructor(folder: string) {
    this.#folder = folder;
  }

  #file(segment: number): string {
    return path.join(this.#folder, `${segment}.pages`);
  }

  /**
   * Reads at once: of what was used lately the system has a copy in memory. Shorter than asked for where the file is;
   * undefined where it is gone.
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

  /** Overwrites what lies there: a text that was deleted is gone from the disk as well. */
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

  /** Cuts off what was written behind the last record that counts. */
  async cut(segment: number, size: number): Promise<void> {
    await truncate(this.#file(segment), size).catch((error: unknown) => {
      if (!isGone(error)) throw error;
    });
  }

  async remove(segment: number): Promise<void> {
    await rm(this.#file(segment), { force: true });
  }

  /** Closes all files but these: one that is open keeps its room on the disk. */
  closeOthers(segments: ReadonlySet<number> = new Set()): void {
    for (const [segment, file] of this.#open) {
      if (segments.has(segment)) continue;
      this.#open.delete(segment);
      closeSync(file);
    }
  }
}
