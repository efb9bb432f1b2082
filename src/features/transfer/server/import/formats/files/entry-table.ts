import { hash, randomBytes } from 'node:crypto';
import { Entry } from 'yauzl';

/** Slots per file: a load factor of one half keeps probe sequences short. */
const spare = 2;
const methodOf = { stored: 0, deflated: 8 } as const;

/**
 * The entries of an archive by name, in 41 bytes each, whatever the length of the name: an archive may have millions.
 * Names are stored as 64 bits of a hash with a secret, so that collisions can't be crafted.
 */
export class EntryTable {
  readonly #secret = randomBytes(16).toString('hex');
  readonly #capacity: number;
  readonly #places: Uint32Array;
  readonly #hashes: Uint32Array;
  readonly #offsets: Float64Array;
  readonly #packed: Float64Array;
  readonly #sizes: Float64Array;
  readonly #isDeflated: Uint8Array;
  #count = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
    this.#places = new Uint32Array(spare * capacity + 1);
    this.#hashes = new Uint32Array(2 * capacity);
    this.#offsets = new Float64Array(capacity);
    this.#packed = new Float64Array(capacity);
    this.#sizes = new Float64Array(capacity);
    this.#isDeflated = new Uint8Array(capacity);
  }

  /** The entry number of a name, from 1, or 0; and its slot, or the free slot for it. */
  #look(name: string): {
    readonly number: number;
    readonly place: number;
    readonly digest: Buffer;
  } {
    const digest = hash('sha256', this.#secret + name, 'buffer');
    const [one, two] = [digest.readUInt32LE(0), digest.readUInt32LE(4)];
    let place = one % this.#places.length;
    for (;;) {
      const number = this.#places[place] ?? 0;
      const at = 2 * (number - 1);
      const isIt = this.#hashes[at] === one && this.#hashes[at + 1] === two;
      if (number === 0 || isIt) return { number, place, digest };
      place = (place + 1) % this.#places.length;
    }
  }

  /** The first of several files with one name counts. */
  add(name: string, entry: Entry): void {
    const { number, place, digest } = this.#look(name);
    if (number > 0 || this.#count === this.#capacity) return;
    const at = this.#count;
    this.#count += 1;
    this.#places[place] = this.#count;
    this.#hashes.set([digest.readUInt32LE(0), digest.readUInt32LE(4)], 2 * at);
    this.#offsets[at] = entry.relativeOffsetOfLocalHeader;
    this.#packed[at] = entry.compressedSize;
    this.#sizes[at] = entry.uncompressedSize;
    this.#isDeflated[at] = Number(entry.compressionMethod === methodOf.deflated);
  }

  has(name: string): boolean {
    return this.#look(name).number > 0;
  }

  /** The fields of an entry that reading its data needs. */
  find(name: string): Entry | undefined {
    const { number } = this.#look(name);
    if (number === 0) return undefined;
    const at = number - 1;
    return Object.assign(new Entry(), {
      relativeOffsetOfLocalHeader: this.#offsets[at],
      compressedSize: this.#packed[at],
      uncompressedSize: this.#sizes[at],
      compressionMethod: this.#isDeflated[at] ? methodOf.deflated : methodOf.stored,
      generalPurposeBitFlag: 0,
    });
  }
}
