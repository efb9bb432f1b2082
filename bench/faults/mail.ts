import { setTimeout as wait } from 'node:timers/promises';
import { openMailServer, type SmtpFaults } from '../../src/platform/mail/testing-smtp.ts';
import { freePort } from '../../test/free-port.ts';
import { ownHeaders, signUp } from '../../test/site-member.ts';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import type { Fault } from './faults.ts';
import { createLedger } from './ledger.ts';
import { createPostgres } from './postgres.ts';
import { createSite } from './site.ts';

/** Faults of the mail server, one after the other. */
const troubles: readonly SmtpFaults[] = [
  { mailFrom: 451 },
  { mailFrom: 550 },
  { greeting: 554 },
  { rcptTo: 452 },
  { rcptTo: 'close' },
  { mailFrom: 'hang' },
  { end: 'hang' },
];
const people = 9;
/** How far the site's clock is moved forward until all e-mails have arrived: pauses between retries grow to minutes. */
const aheadMinutes = 4;
const movesMax = 6;
/**
 * Seconds between two moves of the clock: the site gives up on an unresponsive server after 30 s, on each of its
 * connections. A clock that moves faster would expire the links before the next retry.
 */
const looksPerMove = 70;
const lookMs = 1_000;

/**
 * Each round requests password resets while the mail server has a fault; in every second round the site is killed as
 * well.
 */
export const mailFault: Fault = {
  name: 'mail server in trouble, with kills between',
  rounds: troubles.length,
  engines: ['sqlite', 'postgres'],
  async run({ engine, rounds }) {
    const ledger = createLedger();
    const folder = temporaryFolder('mail-fault');
    const postgres = engine === 'postgres' ? await createPostgres() : undefined;
    const server = await openMailServer();
    const port = await freePort();
    const url = `http://localhost:${port}`;
    const site = createSite({
      port,
      preload: ['clock.ts'],
      variables: {
        DATA_DIR: folder.path,
        CLOCK_DAYS: String(aheadMinutes / (24 * 60)),
        SMTP_URL: server.mail.smtpUrl,
        MAIL_FROM: server.mail.from,
        ...(postgres && { DATABASE_URL: postgres.url }),
      },
    });

    async function start(): Promise<void> {
      const lastWords = await site.start();
      if (lastWords !== undefined) throw new Error(`The site did not start: ${lastWords}`);
    }

    async function ask(email: string): Promise<void> {
      const path = '/identity/forgot-password';
      const body = JSON.stringify({ email });
      const reply = await fetch(url + path, { method: 'POST', headers: ownHeaders(url), body });
      if (!reply.ok) throw new Error(`${path}: ${reply.status}`);
      ledger.counts.acknowledged += 1;
    }

    const missingOf = (emails: readonly string[]) =>
      emails.filter((email) => !server.taken.includes(email));

    /**
     * Moves the clock forward and triggers delivery until every address has its e-mail; resolves to the addresses
     * without one.
     */
    async function arrive(emails: readonly string[]): Promise<readonly string[]> {
      for (let looks = 0; looks < movesMax * looksPerMove; looks += 1) {
        if (missingOf(emails).length === 0) break;
        if (looks % looksPerMove === 0) site.signal('SIGUSR2');
        await ask('nobody@example.org');
        await wait(lookMs);
      }
      return missingOf(emails);
    }

    try {
      await start();
      const emails: string[] = [];
      for (let index = 0; index < people; index += 1) emails.push((await signUp(url)).email);
      await arrive(emails);
      for (let round = 0; round < rounds; round += 1) {
        const trouble = troubles[round % troubles.length] ?? {};
        const isKilled = round % 2 === 1;
        server.taken.length = 0;
        Object.assign(server.temper, trouble);
        await Promise.all(emails.map(ask));
        await wait(Math.random() * lookMs);
        if (isKilled) {
          await site.kill();
          await start();
        }
        for (const key of Object.keys(trouble) as (keyof SmtpFaults)[]) delete server.temper[key];
        const missing = await arrive(emails);
        const what = `${JSON.stringify(trouble)}${isKilled ? ', killed' : ''}`;
        for (const email of missing) ledger.wrongs.push(`${what}: nothing for ${email}`);
        // Only an e-mail that the server may have accepted may be sent again.
        const mayBeTwice = isKilled || 'end' in trouble;
        const twice = mayBeTwice
          ? []
          : server.taken.filter((one, at, all) => all.indexOf(one) < at);
        for (const email of twice) ledger.wrongs.push(`${what}: twice to ${email}`);
      }
    } finally {
      await site.stop();
      await server.close();
      await postgres?.remove();
      folder.remove();
    }
    return ledger;
  },
};
