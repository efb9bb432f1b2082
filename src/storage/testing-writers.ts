/** A process with 32 writers that a test kills; prints the result of each write on a line of its own. */
import { writeSync } from 'node:fs';
import { openStorage } from './open-storage.ts';

const [dataDir = '', databaseUrl = '', round = ''] = process.argv.slice(2);
const storage = await openStorage({
  dataDir,
  databaseUrl: databaseUrl || undefined,
  onConnectionError: () => {},
});

/** Synchronous: output that is still buffered at the kill would be lost. */
const say = (line: string) => writeSync(1, `${line}\n`);

/** A refused write inserts its row before it throws. */
async function write(key: string, isRefused: boolean): Promise<void> {
  await storage.write(
    async ({ db, touch }) => {
      await db.insertInto('leases').values({ key, holder: round, expires_at: 1 }).execute();
      touch(key);
      if (isRefused) throw new Error('refused');
    },
    { lockKeys: [key] },
  );
}

async function writeOn(writer: number): Promise<never> {
  for (let number = 0; ; number += 1) {
    const key = `${round}-${writer}-${number}`;
    const isRefused = number % 5 === 0;
    await write(key, isRefused).then(
      () => say(`stands ${key}`),
      () => say(`refused ${key}`),
    );
  }
}

await Promise.all(Array.from({ length: 32 }, (_, writer) => writeOn(writer)));
