import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { inMatrix } from '../../test/matrix.ts';
import type { StorageOptions } from './open-storage.ts';
import { createTestDatabase, engines, testEngine } from './testing.ts';

/** Number of killed processes; `KILLS=200 npm test -- killed-writers` kills more. */
const kills = Number(process.env.KILLS ?? inMatrix({ usual: 2, whole: 6 }));
/** The writers are killed after at least this many lines of output, and at most twice as many. */
const leastLines = 200;

/** The output of a process with 32 writers that is killed in the middle of their writes. */
async function wordsOfKilled({ dataDir, databaseUrl = '' }: StorageOptions, round: number) {
  const program = path.join(import.meta.dirname, 'testing-writers.ts');
  const child = spawn(process.execPath, [program, dataDir, databaseUrl, `${round}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const enough = leastLines * (1 + Math.random());
  let words = '';
  let lines = 0;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    words += text;
    lines += text.split('\n').length - 1;
    if (lines >= enough) child.kill('SIGKILL');
  });
  await once(child, 'close');
  return words.trim().split('\n');
}

for (const engine of engines) {
  testEngine(
    engine,
    'after kill -9 during writes, acknowledged writes persist and refused writes do not',
    { timeout: 60_000 + kills * 2_000 },
    async () => {
      const { options, open } = await createTestDatabase(engine);
      const reported = { stands: new Set<string>(), refused: new Set<string>() };
      for (let round = 0; round < kills; round += 1) {
        for (const line of await wordsOfKilled(options, round)) {
          const [what, key] = line.split(' ') as [keyof typeof reported, string];
          reported[what].add(key);
        }
      }
      const rows = await (await open()).reader.selectFrom('leases').select('key').execute();
      const standing = new Set(rows.map(({ key }) => key));
      expect(reported.refused.size).toBeGreaterThan(0);
      expect([...reported.stands].filter((key) => !standing.has(key))).toEqual([]);
      expect([...reported.refused].filter((key) => standing.has(key))).toEqual([]);
    },
  );
}
