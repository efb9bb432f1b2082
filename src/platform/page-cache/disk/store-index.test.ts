import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { isBusy } from './store-index.ts';

test('a lock, an outdated snapshot and no other error count as busy', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'content-hub-busy-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  function open(): DatabaseSync {
    const database = new DatabaseSync(path.join(folder, 'any.sqlite'));
    onTestFinished(() => database.close());
    return database;
  }
  function errorOf(work: () => void): unknown {
    try {
      work();
    } catch (error) {
      return error;
    }
    return undefined;
  }
  const [first, second] = [open(), open()];
  first.exec('pragma journal_mode = wal; create table numbers (number integer)');
  second.exec('begin immediate');
  const locked = errorOf(() => first.exec('insert into numbers values (1)'));
  second.exec('rollback');
  first.exec('begin; select * from numbers');
  second.exec('insert into numbers values (2)');
  const outdated = errorOf(() => first.exec('insert into numbers values (3)'));
  const unknown = errorOf(() => first.exec('select * from nothing'));
  const codes = [locked, outdated, unknown].map((error) => (error as { errcode?: number }).errcode);
  expect(codes).toEqual([5, 517, 1]);
  expect([locked, outdated, unknown].map(isBusy)).toEqual([true, true, false]);
});
