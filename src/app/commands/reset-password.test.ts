import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect } from 'vitest';
import { createAccounts } from '../../features/account/server/create-accounts.ts';
import { createRateLimiter } from '../../storage/rate-limiter.ts';
import { testOnEachEngine } from '../../storage/testing.ts';

const script = path.join(import.meta.dirname, 'reset-password.ts');

testOnEachEngine('the operator gets a link that sets a password', async ({ storage, options }) => {
  const siteUrl = 'https://blog.example.org';
  const accounts = createAccounts({
    storage,
    limiter: createRateLimiter({ storage, factor: 1 }),
    settings: { siteUrl, external: undefined, google: undefined, mail: undefined },
    onMailError: () => {},
    now: Date.now,
  });
  if (accounts.kind !== 'embedded') throw new Error('The site has no accounts of its own.');
  const { provider, security } = accounts;
  const ada = {
    displayName: 'Ada',
    photoURL: '/a.png',
    email: 'ada@example.org',
    password: 'Analytical',
  };
  await provider.signUp(ada);
  const run = (...argument: string[]) =>
    spawnSync(process.execPath, [script, ...argument], {
      encoding: 'utf8',
      env: {
        SITE_URL: siteUrl,
        DATA_DIR: options.dataDir,
        DATABASE_URL: options.databaseUrl ?? '',
      },
    });

  const { stdout, status } = run(' ADA@example.org');

  expect(status).toBe(0);
  const token = /https:\/\/blog\.example\.org\/Account\/reset-password#token=([\w-]{43})/.exec(
    stdout,
  )?.[1];
  await security.reset(token ?? '', 'Difference');
  await provider.signIn({ email: ada.email, password: 'Difference', network: '192.0.2.0/24' });
  expect(run('nobody@example.org')).toMatchObject({
    status: 1,
    stderr: 'No account has the email nobody@example.org.\n',
  });
  expect(run().stderr).toContain('npm run reset-password -- ada@example.org');
});
