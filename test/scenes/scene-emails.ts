import { openStorage } from '../../src/storage/open-storage.ts';
import { rowId } from '../../src/storage/row-id.ts';
import { ownHeaders } from '../site-member.ts';

const issues = [
  { subject: 'The harbour in winter', state: 'done', sent: 3, failed: 1, unknown: 1, reason: '' },
  {
    subject: 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz',
    state: 'paused',
    sent: 2,
    failed: 0,
    unknown: 0,
    reason: 'The mail server refuses this site: 535 5.7.8 Authentication failed',
  },
  { subject: 'This week at the pier', state: 'draft', sent: 0, failed: 0, unknown: 0, reason: '' },
] as const;

const addresses = ['reader@example.org', `${'r'.repeat(60)}@example.org`, 'gone@example.com'];

/** Switches a site's e-mails on, which are never delivered, and adds messages, subscribers and newsletters. */
export async function fillEmails(url: string, dataDir: string, cookie: string): Promise<void> {
  const ask = async (method: string, path: string, body: object) => {
    const headers = ownHeaders(url, cookie);
    const reply = await fetch(url + path, { method, headers, body: JSON.stringify(body) });
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
  };
  await ask('PUT', '/api/manage/newsletter', { isOn: true, hasDigest: true });
  await ask('PUT', '/api/manage/messages/settings', { isOn: true, forwardTo: '' });
  const from = { name: 'Grace Hollis', email: 'grace@example.org' };
  await ask('POST', '/api/contact', {
    ...from,
    message: 'When is the pier open?\n\nAnd who asks?',
  });
  await ask('POST', '/api/contact', { ...from, name: 'Ümit', message: 'unbroken'.repeat(60) });
  const storage = await openStorage({ dataDir, onConnectionError: () => {} });
  await storage.write(async ({ db }) => {
    for (const [index, email] of addresses.entries()) {
      const isStopped = email === 'gone@example.com';
      await db
        .insertInto('subscribers')
        .values({
          id: rowId(),
          email,
          secret: `${index}`.padStart(43, 'a'),
          created_at: Date.UTC(2026, 0, 1),
          bounces: isStopped ? 3 : 0,
          stopped_at: isStopped ? 1 : null,
        })
        .execute();
    }
    for (const [index, email] of ['reader@example.org', 'left@example.com'].entries()) {
      const [asked_at, confirmed_at] = [Date.UTC(2026, 0, 1), Date.UTC(2026, 0, 2)];
      const end =
        index === 0 ? {} : { ended_at: Date.UTC(2026, 4, 9), ended_by: 'reader' as const };
      const words =
        'Join 70,000 subscribers and get the best of the hub in your inbox. [Subscribe]\nSomebody, hopefully you, asked on 2026-01-01 for the newsletter of The Content Hub to be sent to this address. If it was you, confirm it within 48 hours:';
      const consent = { id: rowId(), email, form: 'Newsletter box', words };
      await db
        .insertInto('newsletter_consents')
        .values({ ...consent, asked_at, confirmed_at, ...end })
        .execute();
    }
    for (const issue of issues) {
      await db
        .insertInto('newsletter_issues')
        .values({
          id: rowId(),
          ...issue,
          note: 'Good morning.',
          blogs: '[]',
          taken_up_to: '',
          last_subscriber: '',
          total: issue.state === 'draft' ? 0 : 5,
          created_at: Date.UTC(2026, 0, 2),
        })
        .execute();
    }
  });
  await storage.close();
}
