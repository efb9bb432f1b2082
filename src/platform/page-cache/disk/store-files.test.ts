import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test, vi } from 'vitest';
import { DamagedStore } from './record.ts';
import { Segments } from './segments.ts';
import { openStoreFiles, type StoreFiles } from './store-files.ts';
import { removeUnusedStores } from './store-folder.ts';

const mebibyte = 1_024 ** 2;
const storeName = `${'a'.repeat(16)}-1`;

/** The folder of a store, within a folder of its own. */
function testFolder(): string {
  const root = mkdtempSync(path.join(tmpdir(), 'content-hub-pages-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  return path.join(root, storeName);
}

/** Opens a store of 64 segments of 256 KiB. */
async function open(folder: string): Promise<StoreFiles> {
  const store = await openStoreFiles(folder, 'a', 16 * mebibyte);
  onTestFinished(() => store.quit());
  return store;
}

const keyOf = (id: string) => `identity /page/${id}`;

function pageOf(store: StoreFiles, id: string, bytes = 10) {
  const form = {
    key: keyOf(id),
    tags: [`page:${id}`],
    madeAt: 1,
    goodUntil: Infinity,
    head: {},
    body: Buffer.from(id.padEnd(bytes)),
  };
  return { floor: { store, stamp: 1 }, forms: () => [form] };
}

function has(store: StoreFiles, id: string): boolean {
  const found = store.find(keyOf(id), Date.now());
  found?.release();
  return found !== undefined;
}

function ownersOf(store: StoreFiles): readonly (number | null)[] {
  return store.index.segments().map(({ owner }) => owner);
}

function openIndex(folder: string): DatabaseSync {
  const index = new DatabaseSync(path.join(folder, 'index.sqlite'));
  onTestFinished(() => {
    if (index.isOpen) index.close();
  });
  return index;
}

test('what another process stamps while a store is being opened invalidates its records', async () => {
  const folder = testFolder();
  const first = await open(folder);
  await first.write([pageOf(first, '1'), pageOf(first, '2')]);
  const second = await open(folder);
  first.stamp(new Set(['page:1']), 'a', 'b');
  second.stamp(new Set(), 'b', 'b');
  expect([has(second, '1'), has(second, '2')]).toEqual([false, true]);
});

test('users with the same process id, as in two containers, leave each other’s segments and store alone', async () => {
  const folder = testFolder();
  const first = await open(folder);
  await first.write([pageOf(first, '1')]);
  const second = await open(folder);
  await second.write([pageOf(second, '2')]);
  const owners = ownersOf(second);
  expect(owners).not.toContain(null);
  expect(new Set(owners).size).toBe(2);
  await first.close();
  await removeUnusedStores(path.dirname(folder));
  const third = await open(folder);
  expect(ownersOf(third)).toEqual([null, owners[1]]);
  await second.write([pageOf(second, '3')]);
  expect(['1', '2', '3'].map((id) => has(third, id))).toEqual([true, true, true]);
});

test('a store that nobody uses any more is removed, but not the one with the given name', async () => {
  const folder = testFolder();
  const store = await open(folder);
  await removeUnusedStores(path.dirname(folder));
  expect(existsSync(folder)).toBe(true);
  await store.close();
  await removeUnusedStores(path.dirname(folder), storeName);
  expect(existsSync(folder)).toBe(true);
  await removeUnusedStores(path.dirname(folder));
  expect(existsSync(folder)).toBe(false);
});

test('a store that was in use before the machine started anew is refused', async () => {
  const folder = testFolder();
  await (await open(folder)).close();
  const files = readdirSync(folder).toSorted();
  writeFileSync(path.join(folder, 'user-7'), 'another-boot 1 2');
  await expect(openStoreFiles(folder, 'a', 16 * mebibyte)).rejects.toThrow(DamagedStore);
  expect(readdirSync(folder).toSorted()).toEqual([...files, 'user-7']);
});

test('opening a store ends the segments that nobody writes to, and removes files without a segment', async () => {
  const folder = testFolder();
  const first = await open(folder);
  await first.write([pageOf(first, '1')]);
  const { size } = statSync(path.join(folder, '1.pages'));
  // Leaves its segment as a killed process does.
  await first.quit();
  writeFileSync(path.join(folder, '1.pages'), 'not indexed', { flag: 'a' });
  writeFileSync(path.join(folder, '77.pages'), 'of no segment');
  const second = await open(folder);
  expect(ownersOf(second)).toEqual([null]);
  expect(readdirSync(folder).filter((name) => name.endsWith('.pages'))).toEqual(['1.pages']);
  expect(statSync(path.join(folder, '1.pages')).size).toBe(size);
  expect(has(second, '1')).toBe(true);
});

test('a segment that could not be ended is ended by the next write', async () => {
  const folder = testFolder();
  const store = await open(folder);
  const index = openIndex(folder);
  index.exec(
    "create trigger refuse before update of owner on segments begin select raise(fail, 'refused'); end",
  );
  // Two of them fit into a segment.
  const large = ['1', '2', '3'].map((id) => pageOf(store, id, 100_000));
  await expect(store.write(large)).rejects.toThrow('refused');
  index.exec('drop trigger refuse');
  await store.write([pageOf(store, '4', 100_000)]);
  expect(ownersOf(store).map((owner) => owner === null)).toEqual([true, false]);
});

test('a store that another process locks is closed in order, and its segment ended later', async () => {
  const folder = testFolder();
  const store = await open(folder);
  await store.write([pageOf(store, '1')]);
  const index = openIndex(folder);
  index.exec('begin immediate');
  await store.close();
  index.exec('rollback');
  index.close();
  expect(readdirSync(folder).filter((name) => /^(?:user|lock)-/.test(name))).toEqual([]);
  const again = await open(folder);
  expect(ownersOf(again)).toEqual([null]);
  expect(has(again, '1')).toBe(true);
});

test('a record of a touched tag is not read', async () => {
  const folder = testFolder();
  const store = await open(folder);
  await store.write([pageOf(store, '1'), pageOf(store, '2')]);
  store.stamp(new Set(), 'a', 'a');
  writeFileSync(path.join(folder, '1.pages'), Buffer.alloc(1_000, 1));
  store.stamps.hide('page:1');
  expect(has(store, '1')).toBe(false);
  expect(() => has(store, '2')).toThrow(DamagedStore);
});

test('a record that was half erased when it was read is read again', async () => {
  const folder = testFolder();
  const store = await open(folder);
  await store.write([pageOf(store, '1')]);
  store.stamp(new Set(), 'a', 'a');
  const { read } = Segments.prototype;
  const spy = vi.spyOn(Segments.prototype, 'read');
  spy.mockImplementationOnce(function (this: Segments, place) {
    const found = read.call(this, place);
    found?.bytes.fill(0, place.size - 5);
    return found;
  });
  onTestFinished(() => spy.mockRestore());
  expect(has(store, '1')).toBe(true);
  expect(spy).toHaveBeenCalledTimes(2);
});

/** Reads a page a second time, at the place where it was found before. */
function readAgain(store: StoreFiles, id: string): string | undefined {
  const found = store.findAgain(keyOf(id), Date.now());
  found?.release();
  return found?.body.toString().trim();
}

test('a record that was found before is read again without the index', async () => {
  const store = await open(testFolder());
  await store.write([pageOf(store, '1'), pageOf(store, '2')]);
  store.stamp(new Set(), 'a', 'a');
  expect(readAgain(store, '1')).toBeUndefined();
  expect([has(store, '1'), has(store, '2')]).toEqual([true, true]);
  const lookUp = vi.spyOn(store.index, 'find');
  expect([readAgain(store, '1'), readAgain(store, '2')]).toEqual(['1', '2']);
  expect(lookUp).not.toHaveBeenCalled();
});

test.each([
  ['touched', (store: StoreFiles) => store.stamps.hide('page:1')],
  ['damaged', (_: StoreFiles, folder: string) => damage(folder, 1)],
  ['erased', (_: StoreFiles, folder: string) => damage(folder, 0)],
  ['replaced', (store: StoreFiles) => store.write([pageOf(store, '1', 20)])],
])('a record that is %s is not read again where it was', async (_what, change) => {
  const folder = testFolder();
  const store = await open(folder);
  await store.write([pageOf(store, '1')]);
  store.stamp(new Set(), 'a', 'a');
  expect([has(store, '1'), readAgain(store, '1')]).toEqual([true, '1']);
  await change(store, folder);
  expect(readAgain(store, '1')).toBeUndefined();
});

function damage(folder: string, byte: number): void {
  writeFileSync(path.join(folder, '1.pages'), Buffer.alloc(1_000, byte));
}

test('a record of which only the body is damaged is not read again, and ends the store', async () => {
  const folder = testFolder();
  const store = await open(folder);
  await store.write([pageOf(store, '1')]);
  store.stamp(new Set(), 'a', 'a');
  expect([has(store, '1'), readAgain(store, '1')]).toEqual([true, '1']);
  const file = path.join(folder, '1.pages');
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.fill('x', bytes.length - 1));
  expect(readAgain(store, '1')).toBeUndefined();
  expect(() => has(store, '1')).toThrow(DamagedStore);
});

test('records are counted as they are added, replaced and removed, in all processes', async () => {
  const folder = testFolder();
  const first = await open(folder);
  const second = await open(folder);
  first.stamp(new Set(), 'a', 'a');
  await first.write([pageOf(first, '1'), pageOf(first, '2')]);
  await second.write([pageOf(second, '2'), pageOf(second, '3'), pageOf(second, '3')]);
  const counts = () => [first.stats().forms, second.stats().forms];
  expect(counts()).toEqual([3, 3]);
  first.stamp(new Set(['page:2']), 'a', 'b');
  while (first.isSweeping) await first.sweep();
  expect(counts()).toEqual([2, 2]);
  await first.write([pageOf(first, '4')]);
  const [counted] = openIndex(folder).prepare('select count(*) as count from records').all();
  expect(counts()).toEqual([counted?.count, counted?.count]);
});
