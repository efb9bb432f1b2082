/**
 * `npm run bench:attacks -- [--only 5]`: repeats attacks that once stopped the site, filled its disk or signed people
 * out, on a site of its own, and prints its replies. Exits with 1 if an attack succeeds. Lost writes are covered by
 * `npm run bench:faults`.
 */
import { parseArgs } from 'node:util';
import { buildSite } from '../../scripts/build-site.ts';
import { signUp } from '../../test/site-member.ts';
import { endOnSignals } from '../../test/undone-at-exit.ts';
import { startSite } from '../start-site.ts';
import type { Attack, Outcome } from './attack.ts';
import { longInputs } from './long-inputs.ts';
import { resources } from './resources.ts';
import { sessions } from './sessions.ts';

const attacks: readonly Attack[] = [...longInputs, ...sessions, ...resources];

async function attack({ settings, run }: Attack): Promise<Outcome> {
  const site = await startSite({ LOG_LEVEL: 'fatal', ...settings });
  try {
    return await run({ ...site, owner: await signUp(site.origin) });
  } finally {
    await site.stop();
  }
}

endOnSignals();
if (!buildSite()) process.exit(1);

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });
const asked = attacks.filter(({ name }) => !values.only || name.startsWith(`${values.only}.`));
if (asked.length === 0) throw new Error(`There is no attack ${values.only}.`);
let worked = 0;
for (const each of asked) {
  const { isRepelled, seen } = await attack(each).catch((error: unknown) => ({
    isRepelled: false,
    seen: String(error),
  }));
  if (!isRepelled) worked += 1;
  console.log(`${isRepelled ? '✓' : '✗'} ${each.name}\n    ${seen}`);
}
console.log(`\n${worked === 0 ? 'None of them works.' : `${worked} of them work.`}`);
process.exitCode = worked === 0 ? 0 : 1;
