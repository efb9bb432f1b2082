/**
 * A process that sends newsletters until it is killed. Its clock is ahead by the given minutes, so that the leases of
 * the previous process have expired.
 */
import { writeSync } from 'node:fs';
import { createPost } from '../../../platform/mail/post.ts';
import { openStorage } from '../../../storage/open-storage.ts';
import { sendIssues } from './send-issues.ts';

const [dataDir = '', databaseUrl = '', smtpUrl = '', aheadMinutes = '0'] = process.argv.slice(2);
const aheadMs = Number(aheadMinutes) * 60_000;
const storage = await openStorage({
  dataDir,
  databaseUrl: databaseUrl || undefined,
  onConnectionError: () => {},
});
const post = createPost({
  smtpUrl,
  from: 'The Content Hub <hub@example.org>',
  siteName: () => 'The Content Hub',
});
await sendIssues(
  {
    storage,
    post,
    site: { name: 'The Content Hub', url: 'http://content-hub.test' },
    perMinute: 1_000_000,
    now: () => Date.now() + aheadMs,
    onError: (error) => writeSync(2, `${error}\n`),
  },
  new AbortController().signal,
);
await post.close();
await storage.close();
