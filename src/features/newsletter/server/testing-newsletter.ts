import { onTestFinished } from 'vitest';
import { createQueueMail } from '../../../identity/mail/outbox-store.ts';
import { startTestOutbox } from '../../../identity/mail/testing-outbox.ts';
import type { Member, MemberSite } from '../../../identity/testing.ts';
import { startMemberSite } from '../../../identity/testing.ts';
import { createPost, type Post } from '../../../platform/mail/post.ts';
import { rowId } from '../../../storage/row-id.ts';
import type { Storage } from '../../../storage/storage.ts';
import { type Mailbox, mailTo, startMailbox } from '../../account/server/testing-mailbox.ts';
import { saveNewsletter } from '../contract/manage.ts';
import { confirmation } from './confirmation-mail.ts';
import { newsletterManageAnswers } from './manage-answers.ts';
import { sendIssues } from './send-issues.ts';
import { subscriptionAnswers } from './subscription-answers.ts';

export const testSite = { name: 'The Content Hub', url: 'http://content-hub.test' };

export interface NewsletterSite extends MemberSite {
  readonly owner: Member;
  readonly mailbox: Mailbox;
  readonly post: Post;
  /** Sends the queued e-mails; sets up mail first if `canSend` is false. */
  readonly tasksDone: () => Promise<void>;
  /** Sends the issues that are due. */
  readonly send: () => Promise<void>;
}

interface SiteOptions {
  readonly isOn?: boolean;
  readonly limits?: number;
  /** False for a site without mail until `tasksDone` sets it up. */
  readonly canSend?: boolean;
}

/** Starts a site with an owner and mail; the newsletter is on by default. */
export async function startNewsletterSite(
  storage: Storage,
  { isOn = true, limits = 0, canSend = true }: SiteOptions = {},
): Promise<NewsletterSite> {
  const mailbox = await startMailbox();
  const post = createPost({ ...mailTo(mailbox), siteName: () => 'The Content Hub' });
  onTestFinished(() => post.close());
  const failures: unknown[] = [];
  const parts = { storage, site: testSite, post };
  const site = await startMemberSite(
    storage,
    (given) => [
      ...subscriptionAnswers({
        ...given,
        ...parts,
        canSend,
        queueForLater: createQueueMail(given.now),
        endable: [],
      }),
      ...newsletterManageAnswers({ ...given, ...parts }),
    ],
    { limits },
  );
  const now = () => site.clock.now;
  const startOutbox = () =>
    startTestOutbox({
      storage,
      mail: mailTo(mailbox),
      kinds: [confirmation({ storage, site: testSite, now })],
      now,
      onError: (error) => failures.push(error),
    });
  let outbox = canSend ? startOutbox() : undefined;
  onTestFinished(() => outbox?.close());
  const owner = await site.member('Olive', 'owner');
  if (isOn) await owner.call(saveNewsletter, { body: { isOn: true, hasDigest: false } });
  return {
    ...site,
    owner,
    mailbox,
    post,
    async tasksDone() {
      outbox ??= startOutbox();
      await outbox.send();
      if (failures.length > 0) throw failures[0];
    },
    send: () =>
      sendIssues(
        {
          ...parts,
          perMinute: 1_000_000,
          now,
          onError: (error) => failures.push(error),
        },
        new AbortController().signal,
      ),
  };
}

/** Adds the subscribers `reader-0@example.org` and so on. */
export async function givenSubscribers(storage: Storage, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => ({
    id: rowId(),
    email: `reader-${index}@example.org`,
    secret: `${index}`.padStart(43, 'a'),
    created_at: 1,
    bounces: 0,
  }));
  for (let start = 0; start < rows.length; start += 500) {
    await storage.write(({ db }) =>
      db
        .insertInto('subscribers')
        .values(rows.slice(start, start + 500))
        .execute(),
    );
  }
}
