import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as turnsEnd } from 'node:timers/promises';
import { syncFile } from '../../files/sync-to-disk.ts';
import { KnownPlaces } from './known-places.ts';
import type { Floor, FoundForm, PageStoreStats, StoredForm } from './page-store.ts';
import { DamagedStore, decodeRecord, encodeRecord, idOf, type StoredRecord } from './record.ts';
import { type RecordPlace, Segments } from './segments.ts';
import { Stamps, stampOf } from './stamps.ts';
import { enterFolder, isAlive, type StoreUser } from './store-folder.ts';
import { type IndexedRecord, isBusy, StoreIndex } from './store-index.ts';

/** Everything in a store may have changed, or it belongs to another database: a new store is required. */
export class OutdatedStore extends Error {
  override readonly name = 'OutdatedStore';
}

const indexFile = 'index.sqlite';
/** Number of segments in a full store, and so the share that is evicted at once. */
const segmentsMax = 64;
/** Above this fill level, a record that is read from a segment due for eviction is written again. */
const fullShare = 0.75;
/** Maximum of such records waiting to be written again. */
const sparedMax = 8;
/**
 * Records per sweep slice, about half a millisecond, for which a request may wait; at most `sliceErased` invalid ones are
 * erased.
 */
const sliceRecords = 50;
const sliceErased = 20;
/** Slices at a time, ten times a second: a pass over a million records takes eight minutes. */
const slicesAtOnce = 4;

/** An encoded record to be written. */
interface Written {
  readonly record: StoredRecord;
  readonly bytes: Buffer;
}

/** The files of one store: an index, and segments with the records. Throws system errors and `DamagedStore`. */
export class StoreFiles {
  readonly index: StoreIndex;
  readonly stamps = new Stamps();
  /** Passed to renderings that start from now on. */
  floor: Floor | undefined;
  readonly #folder: string;
  readonly #user: StoreUser;
  readonly #maxBytes: number;
  readonly #segments: Segments;
  readonly #places = new KnownPlaces();
  readonly #segmentBytes: number;
  /** The segment that this process writes to, and the end of its records. */
  #own: { readonly id: number; end: number } | undefined;
  /** Segments up to this id are evicted next; 0 while there is space. */
  #oldest = 0;
  readonly #spared = new Map<number, Written>();
  #hasStamps = false;
  /** Remaining passes of the sweep over the index, and its position. */
  #sweeps = 0;
  #sweptTo = -1;

  constructor(folder: string, user: StoreUser, position: string, maxBytes: number) {
    this.#folder = folder;
    this.#user = user;
    this.#maxBytes = maxBytes;
    this.#segmentBytes = Math.floor(maxBytes / segmentsMax);
    this.#segments = new Segments(folder);
    this.index = new StoreIndex(path.join(folder, indexFile), position);
  }

  /** Ends the segments of dead processes, and removes files without a segment. */
  async begin(): Promise<void> {
    // Before the segments are read: a segment is in the index before it has a file.
    const onDisk = await this.#segments.onDisk();
    const segments = this.index.segments();
    for (const { id, size, owner } of segments) {
      if (owner === null || isAlive(this.#folder, owner)) continue;
      await this.#segments.cut(id, size);
      this.index.endSegment(id);
    }
    const known = new Set(segments.map(({ id }) => id));
    for (const id of onDisk) if (!known.has(id)) await this.#segments.remove(id);
    this.#noteOldest();
    this.beginSweep();
  }

  get isSweeping(): boolean {
    return this.#sweeps > 0 || this.#spared.size > 0;
  }

  stats(): PageStoreStats {
    const bytes = this.index.segments().reduce((sum, { size }) => sum + size, this.index.bytes());
    return { forms: this.index.state().records, bytes };
  }

  /** Synchronous: an index lookup and a read from the system's page cache. */
  find(key: string, now: number): FoundForm | undefined {
    try {
      return this.#find(key, now);
    } catch (error) {
      if (!(error instanceof DamagedStore)) throw error;
      // Another process may have been erasing the record.
      return this.#find(key, now);
    }
  }

  #find(key: string, now: number): FoundForm | undefined {
    const place = this.index.find(idOf(key));
    // Not read if it is outdated: it may be half erased.
    if (!place || !this.#mayBeTrue(place, now)) return undefined;
    if (!(place.size <= this.#segmentBytes)) throw new DamagedStore('A record has another size.');
    const found = this.#read(key, place, now);
    if (found) this.#places.note(key, place);
    return found;
  }

  /**
   * Synchronous, without an index lookup: the variant from where it was found before. Undefined if it isn't there any
   * more; `find` then knows whether it is elsewhere, or the store is damaged.
   */
  findAgain(key: string, now: number): FoundForm | undefined {
    const place = this.#places.find(key);
    if (!place) return undefined;
    const found = this.#readWhole(key, place, now);
    if (!found) this.#places.forget(key);
    return found;
  }

  #readWhole(key: string, place: RecordPlace, now: number): FoundForm | undefined {
    try {
      return this.#read(key, place, now);
    } catch (error) {
      if (!(error instanceof DamagedStore)) throw error;
      return undefined;
    }
  }

  /** The record at a place, if it is the key's and is valid. */
  #read(key: string, place: RecordPlace, now: number): FoundForm | undefined {
    const read = this.#segments.read(place);
    if (!read) return undefined;
    let isFound = false;
    try {
      const record = decodeRecord(read.bytes);
      if (record?.key !== key || !this.#isTrue(record, now)) return undefined;
      if (place.segment <= this.#oldest && this.#spared.size < sparedMax) {
        this.#spared.set(idOf(key), { record, bytes: Buffer.from(read.bytes) });
      }
      isFound = true;
      return { ...record, floor: { store: this, stamp: record.floor }, release: read.release };
    } finally {
      if (!isFound) read.release();
    }
  }

  #mayBeTrue({ floor, goodUntil, stamps }: IndexedRecord, now: number): boolean {
    return now < goodUntil && this.stamps.areUntouched(stamps, floor);
  }

  #isTrue({ tags, floor, madeAt, goodUntil }: StoredRecord, now: number): boolean {
    // A time in the future: the clock was set back, so the record's age is unknown.
    return madeAt <= now && now < goodUntil && this.stamps.areTagsUntouched(tags, floor);
  }

  /** Stamps tags and advances to a position of the database. Must be called once before records are found. */
  stamp(tags: ReadonlySet<string>, from: string, to: string): void {
    const touched = new Set([...tags].map(stampOf));
    const { counter, hasMoved } = this.index.stamp(touched, from, to);
    if (this.#hasStamps) {
      for (const stamp of touched) this.stamps.set(stamp, counter);
    } else {
      // Only now: `from` may be a position to which another process has advanced since this one opened the store.
      this.index.loadStamps(this.stamps);
      this.#hasStamps = true;
    }
    // If another process has advanced the position, that process erases.
    if (hasMoved && touched.size > 0) this.beginSweep();
  }

  /** Writes the variants that are still valid. */
  async write(
    pages: readonly { readonly floor: Floor; readonly forms: () => readonly StoredForm[] }[],
  ): Promise<void> {
    const written: Written[] = [];
    for (const { floor, forms } of pages) {
      for (const form of forms()) {
        const record: StoredRecord = { ...form, floor: floor.stamp };
        if (this.#isTrue(record, Date.now())) written.push({ record, bytes: encodeRecord(record) });
      }
      // Some variants are compressed only for this.
      await turnsEnd();
    }
    await this.#append(written);
  }

  async #append(all: readonly Written[]): Promise<void> {
    let left = all.filter(({ bytes }) => bytes.length <= this.#segmentBytes);
    while (left.length > 0) {
      const own = this.#own ?? (await this.#beginSegment());
      if (!own) return;
      const fitting: Written[] = [];
      let end = own.end;
      for (const one of left) {
        if (end + one.bytes.length > this.#segmentBytes) break;
        end += one.bytes.length;
        fitting.push(one);
      }
      left = left.slice(fitting.length);
      await this.#appendTo(own, fitting);
      if (left.length > 0) await this.#endSegment();
    }
  }

  /** Writes records, then indexes them. If indexing fails, the next write overwrites them. */
  async #appendTo(own: { readonly id: number; end: number }, all: readonly Written[]) {
    if (all.length === 0) return;
    // Erases while the index still refers to the old records.
    await this.#segments.erase(
      all.flatMap(({ record }) => this.index.find(idOf(record.key)) ?? []),
    );
    await this.#segments.write(own.id, own.end, Buffer.concat(all.map(({ bytes }) => bytes)));
    let end = own.end;
    const indexed = all.map(({ record: { key, floor, goodUntil, tags }, bytes }): IndexedRecord => {
      const start = end;
      end += bytes.length;
      const place = { segment: own.id, start, size: bytes.length };
      return { ...place, id: idOf(key), floor, goodUntil, stamps: Uint16Array.from(tags, stampOf) };
    });
    const replaced = this.index.add(indexed, own.id, end);
    own.end = end;
    // Another process may have written the same key in the meantime.
    await this.#segments.erase(replaced);
  }

  async #beginSegment() {
    const { id, removed } = this.index.beginSegment(
      this.#user.id,
      this.#segmentBytes,
      this.#maxBytes,
    );
    this.#own = id === undefined ? undefined : { id, end: 0 };
    for (const one of removed) await this.#segments.remove(one);
    if (removed.length > 0) this.beginSweep();
    this.#noteOldest();
    return this.#own;
  }

  async #endSegment(): Promise<void> {
    const own = this.#own;
    if (!own) return;
    await this.#segments.cut(own.id, own.end);
    this.index.endSegment(own.id);
    this.#own = undefined;
  }

  #noteOldest(): void {
    const segments = this.index.segments();
    const isFull = segments.length > segmentsMax * fullShare;
    this.#oldest = isFull ? (segments[Math.floor(segments.length / 4)]?.id ?? 0) : 0;
  }

  /** Closes files that other processes have removed, to free their disk space. */
  closeRemoved(): void {
    this.#segments.closeOthers(new Set(this.index.segments().map(({ id }) => id)));
    this.#noteOldest();
  }

  /** Starts a sweep over all records that erases the invalid ones. */
  beginSweep(): void {
    // Two passes: records behind the current position may have become invalid.
    this.#sweeps = 2;
  }

  /** Runs some slices of the sweep. */
  async sweep(): Promise<void> {
    const spared = [...this.#spared.values()];
    this.#spared.clear();
    await this.#append(spared);
    for (let slice = 0; slice < slicesAtOnce && this.#sweeps > 0; slice += 1) {
      await turnsEnd();
      await this.#sweepSlice();
    }
  }

  async #sweepSlice(): Promise<void> {
    const records = this.index.recordsAfter(this.#sweptTo, sliceRecords);
    const segments = new Set(this.index.segments().map(({ id }) => id));
    const now = Date.now();
    const untrue: IndexedRecord[] = [];
    for (const record of records) {
      if (untrue.length === sliceErased) break;
      this.#sweptTo = record.id;
      if (!segments.has(record.segment) || !this.#mayBeTrue(record, now)) untrue.push(record);
    }
    const isLast = records.length < sliceRecords && untrue.length < sliceErased;
    if (isLast) {
      this.#sweptTo = -1;
      this.#sweeps -= 1;
    }
    if (untrue.length === 0) return;
    // Erases before removing from the index: records that are not in the index are never found again.
    await this.#segments.erase(untrue);
    this.index.remove(untrue);
  }

  /** Closes the store in order and syncs it, so that it survives a restart of the process and the machine. */
  async close(): Promise<void> {
    try {
      await this.#endSegment();
    } catch (error) {
      // Whoever opens the store next ends the segment.
      if (!isBusy(error)) throw error;
    }
    this.#closeFiles();
    await syncFile(path.join(this.#folder, indexFile));
    await this.#user.leave();
  }

  /** Stops using the store, which won't be read again. */
  async quit(): Promise<void> {
    try {
      this.#closeFiles();
    } finally {
      await this.#user.leave();
    }
  }

  #closeFiles(): void {
    this.#segments.closeOthers();
    this.index.close();
  }

  /** Whether the store still exists: another process may have removed it. */
  isThere(): boolean {
    return existsSync(path.join(this.#folder, indexFile));
  }

  /** Deletes the store's files. The empty folder stays, because other processes may still refer to it. */
  async remove(): Promise<void> {
    // First, so that nobody opens the store without its locks.
    await rm(path.join(this.#folder, indexFile), { force: true });
    for (const name of await readdir(this.#folder)) {
      await rm(path.join(this.#folder, name), { force: true });
    }
  }
}

/** Opens a store, or creates one at a position. Throws `OutdatedStore` if it was removed. */
export async function openStoreFiles(
  folder: string,
  position: string,
  maxBytes: number,
): Promise<StoreFiles> {
  const isRemoved = existsSync(folder) && !existsSync(path.join(folder, indexFile));
  if (isRemoved) throw new OutdatedStore();
  const user = await enterFolder(folder);
  let files: StoreFiles | undefined;
  try {
    files = new StoreFiles(folder, user, position, maxBytes);
    await files.begin();
    return files;
  } catch (error) {
    await (files ? files.quit() : user.leave());
    throw error;
  }
}
