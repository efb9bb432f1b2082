/** Larger reads get memory of their own. */
const bufferBytes = 131_072;
/** When so many are in use, as while slow clients are sent what was read, others get memory of their own. */
const buffersMax = 32;

/** Memory that something was read into. */
export interface ReadBuffer {
  readonly bytes: Buffer;
  /** Lets others read into it: nobody uses the bytes any more. Once. */
  release(): void;
}

/**
 * Memory to read into, used again and again. Else each read left as much behind until it is collected, which under load was
 * 60 MiB.
 */
export class ReadBuffers {
  readonly #free: Buffer[] = [];
  #used = 0;

  take(size: number): ReadBuffer {
    if (size > bufferBytes || this.#used >= buffersMax) {
      return { bytes: Buffer.allocUnsafeSlow(size), release() {} };
    }
    const whole = this.#free.pop() ?? Buffer.allocUnsafeSlow(bufferBytes);
    this.#used += 1;
    let isUsed = true;
    return {
      bytes: whole.subarray(0, size),
      release: () => {
        if (!isUsed) return;
        isUsed = false;
        this.#used -= 1;
        this.#free.push(whole);
      },
    };
  }
}
