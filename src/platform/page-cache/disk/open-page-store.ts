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
  /** Created if it doesn't exist. */
  readonly folder: string;
  /** Maximum bytes on the disk. */
  readonly maxBytes: number;
  /** Fingerprint of everything besides the database that pages depend on: 16 hexadecimal digits. */
  readonly fingerprint: string;
  readonly history: ChangeHistory;
  /** Bytes to leave free on a disk of the given size: the database needs the space more than cached pages do. */
  readonly freeRoomOf?: (all: number) => number;
  /** Called once per kind of error; the site works without pages on the disk until it is resolved. */
  readonly onStoreError: (error: unknown) => void;
}

/** Interval of the background work. */
const beatMs = 100;
/** Beats between checks of the disk space and of a switch by other processes to another store. */
const beatsToLook = 50;
/** Beats between sweeps of expired records and unused stores. */
const beatsToSweep = 6_000;
/** Maximum pages in the write queue, a tenth of a MiB each beside `maxBytes` of the page cache; further pages are not stored. */
const queueMax = 64;
/** Pages per write. */
const writtenAtOnce = 16;
/** Maximum tags that wait to be stamped; beyond it all tags count as touched. */
const touchedMax = 10_000;
const nothingKept: PageStoreStats = { forms: 0, bytes: 0 };
const gibibyte = 1_024 ** 3;

const usualFreeRoom = (all: number) => Math.min(gibibyte, all / 10);

/** The database can't report its changes; the store itself stays valid. */
class NoHistory extends Error {
  override readonly name = 'NoHistory';
}

/** A temporary error outside the store. */
const isPassing = (error: unknown) => error instanceof NoHistory || isBusy(error);

/** Reports each kind of error once. */
function reportOnce(
  onStoreError: PageStoreOptions['onStoreError'],
): PageStoreOptions['onStoreError'] {
  const reported = new Set<string>();
  return (error) => {
    const what = error instanceof Error ? `${error.name} ${error.message}` : String(error);
    if (reported.has(what) || reported.size > 100) return;
    reported.add(what);
    onStoreError(error);
  };
}

/**
 * The newest store of a folder, or a new one. Slow work runs in the background: stamping changes, writing pages, and
 * erasing invalid records. An error leads to a new store, or to none for a while.
 */
class PagesOnDisk implements PageStore {
  readonly #maxBytes: number;
  readonly #history: ChangeHistory;
  readonly #freeRoomOf: (all: number) => number;
  readonly #report: (error: unknown) => void;
  readonly #folders: StoreFolders;
  readonly #timer: NodeJS.Timeout;
  readonly #queue: {
    readonly floor: Floor;
    readonly forms: () => readonly StoredForm[];
    readonly whenKept: () => void;
  }[] = [];
  #files: StoreFiles | undefined;
  #number = 0;
  /** A store that failed, with the error. */
  #failed: { readonly files: StoreFiles; readonly error: unknown } | undefined;
  #touched = new Set<string>();
  /** Number of times that anything may have changed since the last complete stamping. */
  #unsure = 0;
  #isGrowing = true;
  #beats = 0;
  #isLookDue = false;
  #working: Promise<boolean> | undefined;

  constructor(options: PageStoreOptions) {
    this.#maxBytes = options.maxBytes;
    this.#history = options.history;
    this.#freeRoomOf = options.freeRoomOf ?? usualFreeRoom;
    this.#report = reportOnce(options.onStoreError);
    this.#folders = new StoreFolders(options.folder, options.fingerprint);
    this.#timer = setInterval(() => this.#beat(), beatMs).unref();
    void this.#startWork();
  }

  floor(): Floor | undefined {
    return this.#files?.floor;
  }

  keep(floor: Floor | undefined, forms: () => readonly StoredForm[], whenKept: () => void): void {
    if (!floor || floor.store !== this.#files || this.#queue.length >= queueMax) return;
    this.#queue.push({ floor, forms, whenKept });
  }

  find(key: string): FoundForm | undefined {
    return this.#read((files) => files.find(key, Date.now()));
  }

  findAgain(key: string): FoundForm | undefined {
    return this.#read((files) => files.findAgain(key, Date.now()));
  }

  #read(find: (files: StoreFiles) => FoundForm | undefined): FoundForm | undefined {
    const files = this.#files;
    if (!files || this.#unsure > 0) return undefined;
    try {
      return find(files);
    } catch (error) {
      if (isBusy(error)) return undefined;
      this.#failed = { files, error };
      this.#files = undefined;
      return undefined;
    }
  }

  invalidate(tags: readonly string[]): void {
    if (tags.includes(everything) || this.#touched.size > touchedMax) {
      this.#unsure += 1;
      this.#touched.clear();
      return;
    }
    for (const tag of tags) {
      this.#touched.add(tag);
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
    // Without a store, try to open one from time to time.
    if (hasStore ? this.#isLookDue || !this.#isDone() : isLookDue) void this.#startWork();
  }

  #isDone(): boolean {
    return (
      this.#files !== undefined &&
      this.#touched.size === 0 &&
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

  /** False if it has to wait, for example for the database. */
  async #work(): Promise<boolean> {
    let store = this.#files;
    try {
      const failed = this.#failed;
      this.#failed = undefined;
      if (failed) await this.#giveUp(failed.files, failed.error);
      if (!this.#files) await this.#open();
      store = this.#files;
      if (!store) return false;
      if (this.#touched.size > 0 || this.#unsure > 0) await this.#stampTouched(store);
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

  /** Stamps the tags touched by any process, and advances to the newest position. */
  async #stampTouched(store: StoreFiles): Promise<void> {
    const own = this.#touched;
    const unsure = this.#unsure;
    this.#touched = new Set();
    try {
      const { position } = store.index.state();
      const since = await this.#changesSince(position);
      if (!since.tags || since.tags.includes(everything)) throw new OutdatedStore();
      store.stamp(new Set([...since.tags, ...own]), position, since.position);
      if (unsure > 0) store.index.loadStamps(store.stamps);
      if (this.#unsure === unsure) this.#unsure = 0;
    } catch (error) {
      for (const tag of own) this.#touched.add(tag);
      throw error;
    }
    this.#hideTouched(store);
    const { counter } = store.index.state();
    // A process that has received all stamped changes renders pages that include them.
    if (await this.#history.catchUp()) store.floor = { store, stamp: counter };
  }

  #hideTouched({ stamps }: StoreFiles): void {
    for (const tag of this.#touched) stamps.hide(tag);
  }

  async #write(store: StoreFiles): Promise<void> {
    while (this.#queue.length > 0) {
      const taken = this.#queue.splice(0, writtenAtOnce);
      const own = taken.filter(({ floor }) => floor.store === store);
      if (this.#isGrowing) {
        await store.write(own);
        for (const { whenKept } of own) whenKept();
      }
      await turnsEnd();
    }
  }

  /** Opens the newest store, or creates the next one, unless the disk is nearly full. */
  async #open(): Promise<void> {
    await this.#quit();
    await this.#folders.make();
    const newest = await this.#folders.newest();
    if (!(await this.#makeRoom(newest))) return;
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

  /** Removes unused stores while the disk is nearly full: the newest last. Resolves to whether it no longer is. */
  async #makeRoom(newest: number): Promise<boolean> {
    const none = 0;
    for (const spared of [newest, none]) {
      if (await this.#hasRoom()) return true;
      await this.#folders.removeOthers(spared);
    }
    return this.#hasRoom();
  }

  /** Whether the disk has the space that is left free. Below twice as much the store doesn't grow. */
  async #hasRoom(): Promise<boolean> {
    const { free, all } = await this.#folders.room();
    const least = this.#freeRoomOf(all);
    this.#isGrowing = free >= 2 * least;
    return free >= least;
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
    this.#hideTouched(store);
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

  /** Checks whether the store can stay in use: the disk has space, and other processes use the same store. */
  async #look(store: StoreFiles): Promise<void> {
    this.#isLookDue = false;
    if (!(await this.#hasRoom())) {
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
