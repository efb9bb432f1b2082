import { setImmediate as turnsEnd } from 'node:timers/promises';
import { everything } from '../bounded-memory.ts';
import type {
  ChangeHistory,
  Floor,
  FoundForm,
  PageStore,
  PageStoreStats,
  StoredForm,
} from './page-store.ts';
import { OutdatedStore, openStoreFiles, type StoreFiles } from './store-files.ts';
import { StoreFolders } from './store-folder.ts';
import { isBusy } from './store-index.ts';

export interface PageStoreOptions {
  /** Made where it isn't there. */
  readonly folder: string;
  /** Most bytes on the disk. */
  readonly maxBytes: number;
  /** Of all that pages depend on besides the database: 16 hexadecimal digits. */
  readonly fingerprint: string;
  readonly history: ChangeHistory;
  /** Bytes that stay free on a disk of so many: the database needs room more than its pages do. */
  readonly freeRoomOf?: (all: number) => number;
  /** Told once of each kind of trouble; until it is over, the site works without pages on the disk. */
  readonly onTrouble: (error: unknown) => void;
}

/** How often what is to be done is looked for. */
const beatMs = 100;
/** Beats until one looks at the room on the disk, and whether other processes have gone on to another store. */
const beatsToLook = 50;
/** Beats until what has expired is looked for, and what nobody uses any more. */
const beatsToSweep = 6_000;
/** Pages that wait to be written; while there are so many, others aren't kept. */
const queueMax = 256;
/** Pages that are written at once. */
const writtenAtOnce = 16;
/** Tags that wait to be stamped; when there are more, all count as touched. */
const heardMax = 10_000;
const nothingKept: PageStoreStats = { forms: 0, bytes: 0 };
const gibibyte = 1_024 ** 3;

const usualFreeRoom = (all: number) => Math.min(gibibyte, all / 10);

/** The database doesn't say what was touched; the store is as good as it was. */
class NoHistory extends Error {
  override readonly name = 'NoHistory';
}

/** It has nothing to do with the store, and may pass. */
const isPassing = (error: unknown) => error instanceof NoHistory || isBusy(error);

/** Reports each kind of trouble once. */
function reportOnce(onTrouble: PageStoreOptions['onTrouble']): PageStoreOptions['onTrouble'] {
  const reported = new Set<string>();
  return (error) => {
    const what = error instanceof Error ? `${error.name} ${error.message}` : String(error);
    if (reported.has(what) || reported.size > 100) return;
    reported.add(what);
    onTrouble(error);
  };
}

/**
 * The newest store of a folder, or a new one. What takes time is done between requests: changes are stamped, pages are
 * written, and what became untrue is erased. Whatever fails ends in another store, or in none for a while.
 */
class PagesOnDisk implements PageStore {
  readonly #maxBytes: number;
  readonly #history: ChangeHistory;
  readonly #freeRoomOf: (all: number) => number;
  readonly #report: (error: unknown) => void;
  readonly #folders: StoreFolders;
  readonly #timer: NodeJS.Timeout;
  readonly #queue: { readonly floor: Floor; readonly forms: () => readonly StoredForm[] }[] = [];
  #files: StoreFiles | undefined;
  #number = 0;
  /** One that failed, and why. */
  #failed: { readonly files: StoreFiles; readonly error: unknown } | undefined;
  #heard = new Set<string>();
  /** How often anything may have been touched, since all of it was stamped last. */
  #unsure = 0;
  #isGrowing = true;
  #beats = 0;
  #isLookDue = false;
  #working: Promise<boolean> | undefined;

  constructor(options: PageStoreOptions) {
    this.#maxBytes = options.maxBytes;
    this.#history = options.history;
    this.#freeRoomOf = options.freeRoomOf ?? usualFreeRoom;
    this.#report = reportOnce(options.onTrouble);
    this.#folders = new StoreFolders(options.folder, options.fingerprint);
    this.#timer = setInterval(() => this.#beat(), beatMs).unref();
    void this.#startWork();
  }

  floor(): Floor | undefined {
    return this.#files?.floor;
  }

  keep(floor: Floor | undefined, forms: () => readonly StoredForm[]): void {
    if (!floor || floor.store !== this.#files || this.#queue.length >= queueMax) return;
    this.#queue.push({ floor, forms });
  }

  find(key: string): FoundForm | undefined {
    const files = this.#files;
    if (!files || this.#unsure > 0) return undefined;
    try {
      return files.find(key, Date.now());
    } catch (error) {
      if (isBusy(error)) return undefined;
      this.#failed = { files, error };
      this.#files = undefined;
      return undefined;
    }
  }

  invalidate(tags: readonly string[]): void {
    if (tags.includes(everything) || this.#heard.size > heardMax) {
      this.#unsure += 1;
      this.#heard.clear();
      return;
    }
    for (const tag of tags) {
      this.#heard.add(tag);
      this.#files?.stamps.hide(tag);
    }
  }

  stats(): PageStoreStats {
    try {
      return this.#files?.stats() ?? nothingKept;
    } catch {
      return nothingKept;
    }
  }

  async settle(): Promise<void> {
    this.#isLookDue = true;
    while ((await this.#startWork()) && !this.#isDone());
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#working;
    await this.#startWork();
    await this.#files?.close().catch(this.#report);
    this.#files = undefined;
  }

  #beat(): void {
    this.#beats += 1;
    const isLookDue = this.#beats % beatsToLook === 0;
    this.#isLookDue ||= isLookDue;
    const hasStore = this.#files !== undefined || this.#failed !== undefined;
    // Where there is none, one is tried to be had from time to time.
    if (hasStore ? this.#isLookDue || !this.#isDone() : isLookDue) void this.#startWork();
  }

  #isDone(): boolean {
    return (
      this.#files !== undefined &&
      this.#heard.size === 0 &&
      this.#unsure === 0 &&
      this.#queue.length === 0 &&
      !this.#files.isSweeping
    );
  }

  #startWork(): Promise<boolean> {
    this.#working ??= this.#work().finally(() => {
      this.#working = undefined;
    });
    return this.#working;
  }

  /** False where it has to wait for something. */
  async #work(): Promise<boolean> {
    let store = this.#files;
    try {
      if (this.#failed) await this.#giveUp(this.#failed.files, this.#failed.error);
      this.#failed = undefined;
      if (!this.#files) await this.#open();
      store = this.#files;
      if (!store) return false;
      if (this.#heard.size > 0 || this.#unsure > 0) await this.#stampTouched(store);
      await this.#write(store);
      await store.sweep();
      if (this.#isLookDue) await this.#look(store);
      return true;
    } catch (error) {
      if (isPassing(error)) return false;
      if (store) await this.#giveUp(store, error).catch(this.#report);
      else this.#report(error);
      return error instanceof OutdatedStore;
    }
  }

  #changesSince(position?: string) {
    return this.#history.changesSince(position).catch((cause: unknown) => {
      throw new NoHistory('', { cause });
    });
  }

  /** Stamps what was touched, by whatever process, and goes on to the newest position. */
  async #stampTouched(store: StoreFiles): Promise<void> {
    const own = this.#heard;
    const unsure = this.#unsure;
    this.#heard = new Set();
    try {
      const { position } = store.index.state();
      const since = await this.#changesSince(position);
      if (!since.tags || since.tags.includes(everything)) throw new OutdatedStore();
      store.stamp(new Set([...since.tags, ...own]), position, since.position);
      if (unsure > 0) store.index.loadStamps(store.stamps);
      if (this.#unsure === unsure) this.#unsure = 0;
    } catch (error) {
      for (const tag of own) this.#heard.add(tag);
      throw error;
    }
    this.#hideHeard(store);
    const { counter } = store.index.state();
    // Who has been told of all that is stamped makes pages that have seen it.
    if (await this.#history.catchUp()) store.floor = { store, stamp: counter };
  }

  #hideHeard({ stamps }: StoreFiles): void {
    for (const tag of this.#heard) stamps.hide(tag);
  }

  async #write(store: StoreFiles): Promise<void> {
    while (this.#queue.length > 0) {
      const taken = this.#queue.splice(0, writtenAtOnce);
      const own = taken.filter(({ floor }) => floor.store === store);
      if (this.#isGrowing) await store.write(own);
      await turnsEnd();
    }
  }

  /** Opens the newest store, or begins one after it. */
  async #open(): Promise<void> {
    await this.#quit();
    await this.#folders.make();
    const { free, all } = await this.#folders.room();
    if (free < 2 * this.#freeRoomOf(all)) return;
    const newest = await this.#folders.newest();
    try {
      if (newest <= this.#number) throw new OutdatedStore();
      await this.#openNumber(newest);
    } catch (error) {
      if (isPassing(error)) throw error;
      if (!(error instanceof OutdatedStore)) this.#report(error);
      await this.#openNumber(Math.max(newest, this.#number) + 1);
    }
    await this.#folders.removeOthers(this.#number);
  }

  async #openNumber(number: number): Promise<void> {
    const { position } = await this.#changesSince();
    const store = await openStoreFiles(this.#folders.folder(number), position, this.#maxBytes);
    try {
      await this.#stampTouched(store);
    } catch (error) {
      await (isPassing(error) ? store.close() : store.quit());
      throw error;
    }
    this.#hideHeard(store);
    this.#files = store;
    this.#number = number;
  }

  async #quit(): Promise<void> {
    const store = this.#files;
    this.#files = undefined;
    await store?.quit();
  }

  async #giveUp(store: StoreFiles, error: unknown): Promise<void> {
    if (this.#files === store) this.#files = undefined;
    await store.quit();
    if (error instanceof OutdatedStore) return;
    this.#report(error);
    await store.remove();
  }

  /** Whether the store may go on as it is: there is room for it, and other processes use it as well. */
  async #look(store: StoreFiles): Promise<void> {
    this.#isLookDue = false;
    const { free, all } = await this.#folders.room();
    this.#isGrowing = free >= 2 * this.#freeRoomOf(all);
    if (free < this.#freeRoomOf(all)) {
      await this.#quit();
      await store.remove();
    } else if (!store.isThere() || (await this.#folders.newest()) !== this.#number) {
      await this.#open();
    } else {
      store.closeRemoved();
    }
    if (this.#beats % beatsToSweep >= beatsToLook) return;
    this.#files?.beginSweep();
    await this.#folders.removeOthers(this.#number);
  }
}

export function openPageStore(options: PageStoreOptions): PageStore {
  return new PagesOnDisk(options);
}
