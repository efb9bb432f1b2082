/**
 * `npm run bench:attacks -- [--only 5]`: what once stopped the site, filled it or signed people out, tried again on a
 * site of its own, with what it answers now. Ends with 1 where one works again. What has to do with writes that get
 * lost is in `npm run bench:faults`.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { freePort } from '../../test/free-port.ts';
import { signUp } from '../account.ts';
import { startServer } from '../server-process.ts';
import type { Attack, Outcome } from './attack.ts';
import { longInputs } from './long-inputs.ts';
import { resources } from './resources.ts';
import { sessions } from './sessions.ts';

const attacks: readonly Attack[] = [...longInputs, ...sessions, ...resources];
const main = path.resolve(import.meta.dirname, '../../src/app/main.ts');

async function attack({ settings, run }: Attack): Promise<Outcome> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-attack-'));
  const dataDir = path.join(folder, 'data');
  mkdirSync(dataDir, { mode: 0o755 });
  const port = await freePort();
  const server = await startServer([process.execPath, main], port, {
    PORT: String(port),
    HOST: '127.0.0.1',
    SITE_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    DEMO: 'on',
    LOG_LEVEL: 'fatal',
    NODE_ENV: 'production',
    ...settings,
  });
  try {
    const join = () => signUp(server.origin);
    return await run({ ...server, port, dataDir, owner: await join(), join });
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });
let worked = 0;
for (const each of attacks.filter(({ name }) => name.startsWith(values.only))) {
  const { isRepelled, seen } = await attack(each).catch((error: unknown) => ({
    isRepelled: false,
    seen: String(error),
  }));
  if (!isRepelled) worked += 1;
  console.log(`${isRepelled ? '✓' : '✗'} ${each.name}\n    ${seen}`);
}
console.log(`\n${worked === 0 ? 'None of them works.' : `${worked} of them work.`}`);
process.exitCode = worked === 0 ? 0 : 1;
