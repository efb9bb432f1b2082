import { expect, onTestFinished } from 'vitest';
import { queries, type Wait, waits } from '../platform/telemetry/durations.ts';
import { type QueueChange, queueChanges } from '../platform/telemetry/queues.ts';
import { rowId } from './row-id.ts';
import { testOnBothEngines } from './testing.ts';

testOnBothEngines(
  'subscribers receive each statement, each wait and each change of the write queue’s length',
  async ({ storage, engine }) => {
    let statements = 0;
    const waited: Wait['for'][] = [];
    const changes: QueueChange[] = [];
    const stops = [
      queries.subscribe(() => {
        statements += 1;
      }),
      waits.subscribe(({ for: what }) => waited.push(what)),
      queueChanges.subscribe((change) => changes.push(change)),
    ];
    onTestFinished(() => {
      for (const stop of stops) stop();
    });
    await storage.reader.selectFrom('people').select('id').execute();
    const first = statements;
    // The first read may include a statement that sets up a new PostgreSQL connection.
    await storage.reader.selectFrom('people').select('id').execute();
    expect(statements).toBe(first + 1);
    const write = (fails: boolean) =>
      storage.write(async ({ db }) => {
        await db.deleteFrom('people').where('id', '=', rowId()).execute();
        if (fails) throw new Error('refused');
      });
    await Promise.allSettled([write(false), write(true)]);
    // The two deletes, and the statements that begin and end their transactions.
    expect(statements).toBeGreaterThanOrEqual(5);
    expect(waited.filter((what) => what === 'turn')).toHaveLength(2);
    expect(waited.includes('connection')).toBe(engine === 'postgres');
    const inWrites = changes.filter(({ queue }) => queue === 'writes').map(({ by }) => by);
    expect(inWrites).toEqual([1, 1, -1, -1]);
    expect(changes.reduce((length, { by }) => length + by, 0)).toBe(0);
  },
);
