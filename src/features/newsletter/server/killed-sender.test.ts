import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { SMTPServer } from 'smtp-server';
import { expect, onTestFinished } from 'vitest';
import { inMatrix } from '../../../../test/matrix.ts';
import { givenBlogs } from '../../../blog/server/testing.ts';
import { createTestDatabase, engines, testEngine } from '../../../storage/testing.ts';
import { findBlogs, issueBlogOf } from './digest.ts';
import { insertIssue, steer } from './issue-store.ts';
import { givenSubscribers } from './testing-newsletter.ts';

/** `KILLS=50 npm test -- killed-sender` raises the number of kills. */
const kills = Number(process.env.KILLS ?? inMatrix({ usual: 2, whole: 5 }));
const subscribers = 100 * (kills + 1);

/** Starts a mail server that counts the e-mails taken per address and calls back after a given number. */
async function startCounter() {
  const taken = new Map<string, number>();
  let count = 0;
  let next = { at: Number.POSITIVE_INFINITY, reached() {} };
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      stream.resume();
      stream.once('end', () => {
        for (const { address } of session.envelope.rcptTo) {
          taken.set(address, (taken.get(address) ?? 0) + 1);
        }
        count += 1;
        if (count >= next.at) next.reached();
        done();
      });
    },
  });
  // A killed process leaves broken connections.
  smtp.on('error', () => {});
  const server = smtp.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => new Promise<void>((resolve) => smtp.close(() => resolve())));
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  return {
    smtpUrl: `smtp://127.0.0.1:${port}`,
    taken,
    /** Calls back once when `more` further e-mails have been taken. */
    after(more: number, reached: () => void) {
      next = { at: count + more, reached };
    },
  };
}

for (const engine of engines) {
  testEngine(
    engine,
    'after a sending process is killed, another one continues and no address gets a second e-mail',
    { tags: 'slow', timeout: 60_000 + kills * 10_000 },
    async () => {
      const { options, open } = await createTestDatabase(engine);
      const storage = await open();
      const counter = await startCounter();
      await givenSubscribers(storage, subscribers);
      const author = { name: 'Ada', photo: null, bio: null };
      await givenBlogs(storage, [{ title: 'Engines', author }]);
      const blogs = (await findBlogs(storage.writer, 1)).map(issueBlogOf);
      const { id } = await storage.write(async (write) => {
        const text = { subject: 'News', note: 'Hello', blogs };
        const issue = await insertIssue(write, text, 1);
        return steer(write, issue.id, 'sending', 1);
      });
      const program = path.join(import.meta.dirname, 'testing-sender.ts');
      for (let round = 0; round <= kills; round += 1) {
        const { dataDir, databaseUrl = '' } = options;
        const given = [program, dataDir, databaseUrl, counter.smtpUrl, `${10 * round}`];
        const child = spawn(process.execPath, given, { stdio: ['ignore', 'ignore', 'inherit'] });
        onTestFinished(() => void child.kill('SIGKILL'));
        const enough = 40 + Math.floor(Math.random() * 60);
        if (round < kills) counter.after(enough, () => child.kill('SIGKILL'));
        await once(child, 'close');
      }

      const issue = await storage.reader
        .selectFrom('newsletter_issues')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      expect([...counter.taken].filter(([, count]) => count > 1)).toEqual([]);
      expect(issue).toMatchObject({ state: 'done', failed: 0, total: subscribers });
      expect(issue.sent + issue.unknown).toBe(subscribers);
      // Some e-mails of unknown delivery were taken; all others were.
      expect(counter.taken.size).toBeGreaterThanOrEqual(issue.sent);
      expect(issue.unknown).toBeLessThanOrEqual(10 * kills);
    },
  );
}
