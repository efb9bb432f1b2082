/** A variant of a reply that is stored on the disk. */
export interface StoredForm {
  /** Audience, coding and canonical URL. */
  readonly key: string;
  /** Change tags that the reply depends on. */
  readonly tags: readonly string[];
  /** Milliseconds since 1970. */
  readonly madeAt: number;
  /** In milliseconds since 1970; `Infinity` if only tags invalidate it. */
  readonly goodUntil: number;
  /** JSON. */
  readonly head: unknown;
  readonly body: Buffer;
}

/** The changes that a rendering had seen; opaque except to the store. */
export interface Floor {
  readonly store: object;
  readonly stamp: number;
}

/** A stored variant; its body is valid until it is released. */
export interface FoundForm extends StoredForm {
  readonly floor: Floor;
  /** Frees the body's buffer for reuse, after the body was sent or copied. */
  release(): void;
}

export interface PageStoreStats {
  /** Number of variants: plain, gzip and Brotli count separately. */
  readonly forms: number;
  readonly bytes: number;
}

/** A page cache on the disk that survives a restart; see README.md in the parent folder. */
export interface PageStore {
  /** Call it before rendering a page, and pass the result to `keep`. Undefined while nothing can be stored. */
  floor(): Floor | undefined;
  /** Queues variants of a page for storage; `forms` is called when they are written, `whenKept` when they can be found. */
  keep(floor: Floor | undefined, forms: () => readonly StoredForm[], whenKept: () => void): void;
  /** The stored variant if it is valid by all changes that this process knows of; synchronous. */
  find(key: string): FoundForm | undefined;
  /** The same in a fraction of the time if `find` found it before; undefined if that has to be asked. */
  findAgain(key: string): FoundForm | undefined;
  /** Invalidates records with these tags; `'*'` means that anything may have changed. */
  invalidate(tags: readonly string[]): void;
  stats(): PageStoreStats;
  /** Resolves when all pending work is done: queued pages are stored, invalid records are erased. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

/** The change history of the database that pages depend on. */
export interface ChangeHistory {
  /** The changes from a position of an earlier call up to this call. Undefined `tags` mean that they are unknown. */
  changesSince(
    position?: string,
  ): Promise<{ readonly position: string; readonly tags: readonly string[] | undefined }>;
  /** Resolves to true once this process has received all changes committed before the call. */
  catchUp(): Promise<boolean>;
}
