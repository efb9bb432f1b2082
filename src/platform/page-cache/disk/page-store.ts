/** A form of a reply that is kept on the disk. */
export interface StoredForm {
  /** Whom it is for, in which form, and its canonical URL. */
  readonly key: string;
  /** What it is made from. */
  readonly tags: readonly string[];
  /** Milliseconds since 1970. */
  readonly madeAt: number;
  /** The same; `Infinity` where only its tags decide. */
  readonly goodUntil: number;
  /** JSON. */
  readonly head: unknown;
  readonly body: Buffer;
}

/** What the maker of a page has seen of the changes; only the store reads it. */
export interface Floor {
  readonly store: object;
  readonly stamp: number;
}

/** Its body is valid until it is released. */
export interface FoundForm extends StoredForm {
  readonly floor: Floor;
  /** Lets others read into the memory of the body: it was sent, or copied. */
  release(): void;
}

export interface PageStoreStats {
  /** Forms; plain, gzip and Brotli count each. */
  readonly forms: number;
  readonly bytes: number;
}

/** Pages on a disk, where they are there after a restart; README.md beside this folder tells how. */
export interface PageStore {
  /** To be asked for before a page is made, and handed over with it. Undefined while nothing can be kept. */
  floor(): Floor | undefined;
  /** Keeps forms of a page, in a moment: they are handed over when their turn comes. */
  keep(floor: Floor | undefined, forms: () => readonly StoredForm[]): void;
  /** What is kept and true, as far as this process has been told of changes; synchronous. */
  find(key: string): FoundForm | undefined;
  /** Takes what was made from these tags for untrue; `'*'` means that anything may have changed. */
  invalidate(tags: readonly string[]): void;
  stats(): PageStoreStats;
  /** Resolves when all that is to be done now is done: what was handed over is kept, what was touched is erased. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

/** The history of the database that pages are made from. */
export interface ChangeHistory {
  /**
   * What was touched since a position that an earlier call gave: all that was acknowledged before this call. Undefined
   * `tags` mean that this can't be known.
   */
  changesSince(
    position?: string,
  ): Promise<{ readonly position: string; readonly tags: readonly string[] | undefined }>;
  /** Resolves to true once this process has been told of all that was committed before the call. */
  catchUp(): Promise<boolean>;
}
