import { closeSync, existsSync, openSync, statSync } from 'node:fs';
import { DatabaseSync, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { DamagedStore } from './record.ts';
import type { RecordPlace } from './segments.ts';
import { emptyRow, rowOf, type Stamps, stampRow, stampRows } from './stamps.ts';

/** An index entry: what is known about a record without reading it. */
export interface IndexedRecord extends RecordPlace {
  readonly id: number;
  readonly floor: number;
  readonly goodUntil: number;
  /** Stamps of the record's tags. */
  readonly stamps: Uint16Array;
}

export interface StoreState {
  /** The number of the last stamps. */
  readonly counter: number;
  /** The position in the database's history up to which changes are stamped. */
  readonly position: string;
  /** Number of records, which is slow to count. */
  readonly records: number;
}

export interface Segment {
  readonly id: number;
  readonly size: number;
  /** The user that writes to it; null once the segment is complete. */
  readonly owner: number | null;
}

const ownFile = 0o600;
/** Lock timeout for opening; later calls don't wait. */
const openingMs = 2_000;
const busyCode = 5;
/** At least 1/8 of the store's size is reserved for its index. */
const indexShare = 8;

const tables = `
  create table if not exists state (id integer primary key, sum integer not null, json text not null) strict;
  create table if not exists stamps (row integer primary key, stamps blob not null) strict;
  create table if not exists segments (id integer primary key autoincrement, size integer not null, owner integer) strict;
  create table if not exists records (
    id integer primary key, floor real not null, good_until real not null,
    segment integer not null, start integer not null, size integer not null, stamps blob not null
  ) strict;
`;

/** Another process holds a lock; a retry may succeed. */
export function isBusy(error: unknown): boolean {
  const { errcode = 0 } = error as { readonly errcode?: number };
  // Extended codes, such as SQLITE_BUSY_SNAPSHOT, end with the primary one.
  return (errcode & 0xff) === busyCode;
}

function recordOf(row: Readonly<Record<string, SQLOutputValue>>): IndexedRecord {
  // Copied, so that the stamps are aligned.
  const bytes = Uint8Array.from(row.stamps as Uint8Array);
  return {
    id: Number(row.id),
    floor: Number(row.floor),
    goodUntil: Number(row.good_until),
    segment: Number(row.segment),
    start: Number(row.start),
    size: Number(row.size),
    stamps: new Uint16Array(bytes.buffer, 0, Math.floor(bytes.length / 2)),
  };
}

/**
 * Locations of a store's records and its stamped changes, in a SQLite file that the processes of a machine share. Never
 * synced: after a machine crash the whole store is discarded. All methods throw SQLite's errors and `DamagedStore`.
 */
export class StoreIndex {
  readonly #file: string;
  readonly #database: DatabaseSync;
  readonly #find: StatementSync;
  readonly #add: StatementSync;

  /** Creates the file at a position if it doesn't exist. */
  constructor(file: string, position: string) {
    this.#file = file;
    // SQLite would create it readable for all.
    if (!existsSync(file)) closeSync(openSync(file, 'a', ownFile));
    const database = new DatabaseSync(file, { timeout: openingMs });
    this.#database = database;
    try {
      database.exec(
        'pragma journal_mode = wal; pragma synchronous = off; pragma cache_size = -2000; pragma wal_autocheckpoint = 128',
      );
      this.#write(() => {
        database.exec(tables);
        if (database.prepare('select 1 from state').get()) return;
        this.#setState({ counter: 1, position, records: 0 });
        const insert = database.prepare('insert or replace into stamps values (?, ?)');
        for (let row = 0; row < stampRows; row += 1) insert.run(row, emptyRow(row));
      });
      database.exec('pragma busy_timeout = 0');
      this.#find = database.prepare('select * from records where id = ?');
      this.#add = database.prepare('insert or replace into records values (?, ?, ?, ?, ?, ?, ?)');
    } catch (error) {
      database.close();
      throw error;
    }
  }

  #write<T>(work: () => T): T {
    this.#database.exec('begin immediate');
    try {
      const result = work();
      this.#database.exec('commit');
      return result;
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('rollback');
      throw error;
    }
  }

  #setState(state: StoreState): void {
    const json = JSON.stringify(state);
    this.#database.prepare('insert or replace into state values (1, ?, ?)').run(crc32(json), json);
  }

  state(): StoreState {
    const row = this.#database.prepare('select sum, json from state').get();
    const json = String(row?.json);
    if (row?.sum !== crc32(json)) throw new DamagedStore('The state has another checksum.');
    return JSON.parse(json);
  }

  loadStamps(stamps: Stamps): void {
    const rows = this.#database.prepare('select row, stamps from stamps').all();
    if (rows.length !== stampRows) throw new DamagedStore('Stamps are missing.');
    for (const { row, stamps: bytes } of rows) stamps.load(Number(row), bytes as Uint8Array);
  }

  /**
   * Gives all touched stamps the same new number, and advances to position `to` unless another process has advanced
   * from `from` already.
   */
  stamp(touched: ReadonlySet<number>, from: string, to: string) {
    const select = this.#database.prepare('select stamps from stamps where row = ?');
    const update = this.#database.prepare('update stamps set stamps = ? where row = ?');
    return this.#write(() => {
      const state = this.state();
      const { counter, position } = state;
      const next = touched.size > 0 ? counter + 1 : counter;
      for (const [row, own] of Map.groupBy(touched, rowOf)) {
        const stored = select.get(row)?.stamps;
        if (!(stored instanceof Uint8Array)) throw new DamagedStore('Stamps are missing.');
        update.run(stampRow(row, stored, own, next), row);
      }
      const hasMoved = position === from;
      this.#setState({ ...state, counter: next, position: hasMoved ? to : position });
      return { counter: next, hasMoved };
    });
  }

  find(id: number): IndexedRecord | undefined {
    const row = this.#find.get(id);
    return row && recordOf(row);
  }

  #countRecords(more: number): void {
    const state = this.state();
    this.#setState({ ...state, records: state.records + more });
  }

  /** Adds records at the end of a segment. Returns the locations of the records that they replace. */
  add(records: readonly IndexedRecord[], segment: number, size: number): readonly RecordPlace[] {
    return this.#write(() => {
      const replaced: RecordPlace[] = [];
      for (const { id, floor, goodUntil, start, size: own, stamps } of records) {
        const before = this.find(id);
        if (before) replaced.push(before);
        const bytes = new Uint8Array(stamps.buffer, stamps.byteOffset, stamps.byteLength);
        this.#add.run(id, floor, goodUntil, segment, start, own, bytes);
      }
      this.#countRecords(records.length - replaced.length);
      this.#database.prepare('update segments set size = ? where id = ?').run(size, segment);
      return replaced;
    });
  }

  /** Up to `most` records with an id above `id`, in order. */
  recordsAfter(id: number, most: number): readonly IndexedRecord[] {
    const rows = this.#database
      .prepare('select * from records where id > ? order by id limit ?')
      .all(id, most);
    return rows.map(recordOf);
  }

  /** Removes records, unless they have been replaced. */
  remove(records: readonly IndexedRecord[]): void {
    const remove = this.#database.prepare(
      'delete from records where id = ? and segment = ? and start = ?',
    );
    this.#write(() => {
      let removed = 0;
      for (const { id, segment, start } of records) {
        removed += Number(remove.run(id, segment, start).changes);
      }
      this.#countRecords(-removed);
    });
  }

  /** All segments, the oldest first. */
  segments(): readonly Segment[] {
    const rows = this.#database.prepare('select id, size, owner from segments order by id').all();
    return rows as unknown as readonly Segment[];
  }

  /**
   * Begins a segment after evicting old ones, so that the store stays within `maxBytes`. Undefined if there is not
   * enough space. The caller deletes the files of `removed`.
   */
  beginSegment(owner: number, segmentBytes: number, maxBytes: number) {
    return this.#write(() => {
      const removed: number[] = [];
      const segments = [...this.segments()];
      let bytes = segmentBytes + Math.max(this.bytes(), maxBytes / indexShare);
      for (const one of segments) bytes += one.owner === null ? one.size : segmentBytes;
      for (const { id, size, owner: writer } of segments) {
        if (bytes <= maxBytes) break;
        if (writer !== null) continue;
        bytes -= size;
        removed.push(id);
        this.#database.prepare('delete from segments where id = ?').run(id);
      }
      if (bytes > maxBytes) return { id: undefined, removed };
      const insert = this.#database.prepare('insert into segments (size, owner) values (0, ?)');
      return { id: Number(insert.run(owner).lastInsertRowid), removed };
    });
  }

  /** Marks a segment as complete. */
  endSegment(id: number): void {
    this.#database.prepare('update segments set owner = null where id = ?').run(id);
  }

  /** Size of the index itself on the disk. */
  bytes(): number {
    const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    return sizeOf(this.#file) + sizeOf(`${this.#file}-wal`);
  }

  /** Closing checkpoints and truncates the write-ahead log. */
  close(): void {
    if (this.#database.isOpen) this.#database.close();
  }
}
