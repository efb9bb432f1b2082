import type { FileHandle } from 'node:fs/promises';
import { RandomAccessReader } from 'yauzl';

/** Bytes per read: some five hundred directory entries, which are processed without yielding. */
const windowBytes = 64 * 1024;

/** Reads a file sequentially in few large reads: the ZIP reader itself requests 46 bytes, then a name, and so on. */
export class AheadReader extends RandomAccessReader {
  readonly #file: FileHandle;
  #window = Buffer.alloc(0);
  #start = 0;

  constructor(file: FileHandle) {
    super();
    this.#file = file;
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    const copy = async () => {
      const isHeld =
        position >= this.#start && position + length <= this.#start + this.#window.length;
      if (!isHeld) {
        const window = Buffer.alloc(Math.max(length, windowBytes));
        const { bytesRead } = await this.#file.read(window, 0, window.length, position);
        [this.#window, this.#start] = [window.subarray(0, bytesRead), position];
      }
      const from = position - this.#start;
      if (from + length > this.#window.length) throw new Error('the archive ends too soon');
      this.#window.copy(buffer, offset, from, from + length);
    };
    copy().then(() => callback(null), callback);
  }

  override close(callback: (error: Error | null) => void): void {
    this.#file.close().then(() => callback(null), callback);
  }
}
