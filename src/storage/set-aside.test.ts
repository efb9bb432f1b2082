import { expect } from 'vitest';
import { boundDeletions, forAccount, forUndo, type Sake, setAside } from './set-aside.ts';
import { testOnBothEngines } from './testing.ts';

testOnBothEngines(
  'of what a person deleted the oldest goes where it is more than is kept, and never the latest',
  async ({ storage }) => {
    await storage.writer
      .insertInto('people')
      .values([
        { id: 'ada', name: 'Ada', created_at: 0 },
        { id: 'ben', name: 'Ben', created_at: 0 },
      ])
      .execute();
    const row = { text: 'x'.repeat(1_000) };
    const add = (id: string, sake: Sake) =>
      storage.write((write) =>
        setAside(write, 'blog', sake, [{ rowId: id, personId: sake.holderId, row }]),
      );
    await add('account', forAccount('ada'));
    await add('of ben', forUndo('ben', 'of ben', 1));
    for (const now of [1, 2, 3, 4]) await add(`${now}`, forUndo('ada', `${now}`, now));
    const keep = async (bytes: number) => {
      await storage.write((write) => boundDeletions(write, 'ada', bytes));
      const rows = await storage.reader.selectFrom('set_aside_rows').select('row_id').execute();
      return rows.map(({ row_id }) => row_id).sort();
    };

    expect(await keep(5_000)).toEqual(['1', '2', '3', '4', 'account', 'of ben']);
    expect(await keep(2_500)).toEqual(['3', '4', 'account', 'of ben']);
    expect(await keep(1)).toEqual(['4', 'account', 'of ben']);
  },
);
