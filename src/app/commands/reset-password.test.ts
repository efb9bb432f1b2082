import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, vi } from 'vitest';
import { createAccounts } from '../../features/account/server/create-accounts.ts';
import { saveAuthenticator } from '../../features/account/server/factors/factor-store.ts';
import { createRateLimiter } from '../../storage/limits/rate-limiter.ts';
import { testOnEachEngine } from '../../storage/testing.ts';

// The test starts the command four times.
vi.setConfig({ testTimeout: 60_000 });

const script = path.join(import.meta.dirname, 'reset-password.ts');

testOnEachEngine(
  'npm run reset-password prints a link that sets a password, and keeps the second factor unless an option drops it',
  { tags: 'slow' },
  async ({ storage, options }) => {
    const siteUrl = 'https://blog.example.org';
    const accounts = createAccounts({
      storage,
      limiter: createRateLimiter({ storage, factor: 1 }),
      settings: { siteUrl, external: undefined, google: undefined },
      onSecurityEvent: () => {},
      now: Date.now,
    });
    if (accounts.kind !== 'embedded') throw new Error('The site has no accounts of its own.');
    const { provider, security } = accounts;
    const ada = {
      displayName: 'Ada',
      photoURL: '/images/a.png',
      email: 'ada@example.org',
      password: 'Analytical',
      network: '',
    };
    const run = (...argument: string[]) =>
      spawnSync(process.execPath, [script, ...argument], {
        encoding: 'utf8',
        env: {
          SITE_URL: siteUrl,
          DATA_DIR: options.dataDir,
          DATABASE_URL: options.databaseUrl ?? '',
        },
      });

    async function resetBy(password: string, ...argument: string[]) {
      const { stdout, status } = run(...argument);
      expect(status).toBe(0);
      const link = /https:\/\/blog\.example\.org\/Account\/reset-password#token=([\w-]{43})/;
      const token = link.exec(stdout)?.[1] ?? '';
      await security.reset({ token, password, origin: { browser: 'A browser', network: '' } });
      return provider.signIn({ email: ada.email, password, network: '192.0.2.0/24' });
    }

    const { user } = await provider.signUp({ ...ada, network: '192.0.2.0/24' });
    await storage.write(({ db }) =>
      saveAuthenticator(db, user.id, { secret: 'ABCD', createdAt: Date.now() }, 1),
    );
    expect(await resetBy('Difference', ' ADA@example.org')).toHaveProperty('secondStep');
    // The second factor is removed only with the option.
    expect(
      await resetBy('Difference2', '--without-second-factor', 'ada@example.org'),
    ).toHaveProperty('idToken');
    expect(run('nobody@example.org')).toMatchObject({
      status: 1,
      stderr: 'No account has the email nobody@example.org.\n',
    });
    expect(run().stderr).toContain('npm run reset-password -- ada@example.org');
  },
);
