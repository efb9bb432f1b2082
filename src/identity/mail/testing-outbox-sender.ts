/** A process that sends the outbox, for a test to kill. Its clock is ahead, so leases of earlier ones are expired. */
import { writeSync } from 'node:fs';
import { createPost } from '../../platform/mail/post.ts';
import { openStorage } from '../../storage/open-storage.ts';
import { sendOutbox } from './send-outbox.ts';
import { testKinds } from './testing-kinds.ts';

const [dataDir = '', databaseUrl = '', smtpUrl = '', aheadMinutes = '0'] = process.argv.slice(2);
const aheadMs = Number(aheadMinutes) * 60_000;
const storage = await openStorage({
  dataDir,
  databaseUrl: databaseUrl || undefined,
  onConnectionError: () => {},
});
const siteName = () => 'The Content Hub';
const post = createPost({ smtpUrl, from: 'hub@example.org', siteName });
const now = () => Date.now() + aheadMs;
const onError = (error: unknown) => writeSync(2, `${error}\n`);
await sendOutbox({ storage, post, kinds: testKinds, now, onError }, new AbortController().signal);
await post.close();
await storage.close();
