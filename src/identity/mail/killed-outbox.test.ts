import { spawn } from 'node:child_process';
import { once as onceEmitted } from 'node:events';
import path from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { startMailServer } from '../../platform/mail/testing-mail-server.ts';
import { createTestDatabase, engines, testEngine } from '../../storage/testing.ts';
import type { MailKind } from './mail-kind.ts';
import { createQueueMail } from './outbox-store.ts';
import { again, once } from './testing-kinds.ts';

for (const engine of engines) {
  testEngine(
    engine,
    'a process killed before it records that a server accepted an e-mail loses none and repeats only repeatable ones',
    { tags: 'slow', timeout: 60_000 },
    async () => {
      const { options, open } = await createTestDatabase(engine);
      const storage = await open();
      const server = await startMailServer();
      const queueMail = createQueueMail(Date.now);
      const queue = (kind: MailKind, address: string) =>
        storage.write((write) => queueMail(write, kind, { address }));
      await queue(again, 'again@example.org');
      await queue(once, 'once@example.org');

      async function run(aheadMinutes: number, killAfter = Number.POSITIVE_INFINITY) {
        const { dataDir, databaseUrl = '' } = options;
        const program = path.join(import.meta.dirname, 'testing-outbox-sender.ts');
        const given = [program, dataDir, databaseUrl, server.mail.smtpUrl, `${aheadMinutes}`];
        const child = spawn(process.execPath, given, { stdio: ['ignore', 'ignore', 'inherit'] });
        onTestFinished(() => void child.kill('SIGKILL'));
        const wanted = server.taken.length + killAfter;
        // The server has accepted them, but has not replied yet.
        server.temper.onTaking = () => {
          if (server.taken.length >= wanted) child.kill('SIGKILL');
        };
        await onceEmitted(child, 'close');
      }

      await run(0, 2);
      expect(server.taken.toSorted()).toEqual(['again@example.org', 'once@example.org']);
      // By then, the lease of the killed process and its claim on the e-mails have expired.
      for (const ahead of [10, 20, 30]) await run(ahead);
      expect(server.taken.toSorted()).toEqual([
        'again@example.org',
        'again@example.org',
        'once@example.org',
      ]);
      const rows = await storage.writer.selectFrom('outbox').select(['address', 'state']).execute();
      expect(rows).toEqual([{ address: 'once@example.org', state: 'unknown' }]);
    },
  );
}
