import { expect, onTestFinished, test } from 'vitest';
import { createPost, type Delivery } from './post.ts';
import { closedSmtpPort, type SmtpFaults, startMailServer } from './testing-mail-server.ts';

const message = { to: 'ada@example.org', subject: 'News', text: 'Hello' };
/** Longer than a mail server on this machine takes to answer. */
const silenceMs = 400;

function postTo(mail: { readonly smtpUrl: string; readonly from: string }) {
  const post = createPost({ ...mail, siteName: () => 'The Content Hub', silenceMs });
  onTestFinished(() => post.close());
  return post;
}

const cases: readonly (readonly [
  what: string,
  temper: SmtpFaults,
  delivery: Partial<Extract<Delivery, { kind: 'refused' }>> | Pick<Delivery, 'kind'>,
])[] = [
  ['takes it', {}, { kind: 'sent' }],
  ['says nothing at first', { greeting: 'hang' }, { kind: 'unreachable' }],
  ['lets nobody in', { greeting: 554 }, { kind: 'refused', isForGood: true, what: 'sender' }],
  ['hangs before it has the e-mail', { mailFrom: 'hang' }, { kind: 'unreachable' }],
  ['goes away before it has the e-mail', { rcptTo: 'close' }, { kind: 'unreachable' }],
  ['is busy', { mailFrom: 451 }, { kind: 'refused', isForGood: false, what: 'sender' }],
  ['knows no such site', { mailFrom: 550 }, { kind: 'refused', isForGood: true, what: 'sender' }],
  [
    'refuses the recipient without a reason',
    { rcptTo: 550 },
    { kind: 'refused', isForGood: true, what: 'recipient' },
  ],
  [
    'knows no such address, and says so by an enhanced code',
    { rcptTo: '550 5.1.1 Nobody' },
    { kind: 'refused', isForGood: true, what: 'address' },
  ],
  [
    'refuses the site only when it names a recipient',
    { rcptTo: '554 5.7.1 Relay access denied' },
    { kind: 'refused', isForGood: true, what: 'sender' },
  ],
  ['has a full mailbox', { rcptTo: 452 }, { kind: 'refused', isForGood: false, what: 'recipient' }],
  ['dislikes the e-mail', { end: 554 }, { kind: 'refused', isForGood: true, what: 'letter' }],
  ['dislikes it for now', { end: 451 }, { kind: 'refused', isForGood: false, what: 'letter' }],
  ['hangs when it has all of it', { end: 'hang' }, { kind: 'unknown' }],
  ['goes away when it has all of it', { end: 'close' }, { kind: 'unknown' }],
];

for (const [what, temper, delivery] of cases) {
  test(`an e-mail to a server that ${what} resolves to the right delivery`, async () => {
    const server = await startMailServer(temper);
    expect(await postTo(server.mail).send(message)).toMatchObject(delivery);
    expect(server.taken).toHaveLength(delivery.kind === 'sent' ? 1 : 0);
  });
}

test('an e-mail to a port without a server resolves to unreachable', async () => {
  expect(await postTo(await closedSmtpPort()).send(message)).toMatchObject({ kind: 'unreachable' });
});
