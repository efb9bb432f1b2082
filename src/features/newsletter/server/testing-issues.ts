import { givenBlogs } from '../../../blog/server/testing.ts';
import type { Delivery, EmailMessage, Post } from '../../../platform/mail/post.ts';
import type { Storage } from '../../../storage/storage.ts';
import { makeIssue, newsletterOverview, steerIssue } from '../contract/manage.ts';
import { sendIssues } from './send-issues.ts';
import {
  givenSubscribers,
  type NewsletterSite,
  startNewsletterSite,
  testSite,
} from './testing-newsletter.ts';

export async function givenIssue(
  { owner }: NewsletterSite,
  storage: Storage,
  note = 'Good morning.',
) {
  await givenBlogs(storage, [
    { title: 'On <engines>', author: { name: 'Ada', photo: null, bio: null } },
  ]);
  const { body: overview } = await owner.call(newsletterOverview, {});
  const blogIds = overview.blogs.map(({ id }) => id);
  return (await owner.call(makeIssue, { body: { subject: 'News', note, blogIds } })).body;
}

/** A mail server that gives the test's outcome for each e-mail. */
export function actedPost(answer: (message: EmailMessage) => Delivery) {
  const sent: string[] = [];
  const post: Post = {
    async send(message) {
      sent.push(message.to);
      return answer(message);
    },
    async close() {},
  };
  return { post, sent };
}

const never = new AbortController().signal;

export function sendBy(storage: Storage, post: Post, now: () => number) {
  const onError = (error: unknown) => {
    throw error;
  };
  return sendIssues({ storage, post, site: testSite, perMinute: 1_000_000, now, onError }, never);
}

export async function begin(site: NewsletterSite, id: string) {
  await site.owner.call(steerIssue, { params: { id }, body: { to: 'sending' } });
}

export async function stateOf({ owner }: NewsletterSite) {
  const { body } = await owner.call(newsletterOverview, {});
  const [issue] = body.issues;
  if (!issue) throw new Error('There is no newsletter.');
  const { state, reason, total, sent, failed, unknown } = issue;
  return { state, reason, total, sent, failed, unknown };
}

/** A newsletter that is being sent to this many subscribers. */
export async function startIssue(storage: Storage, subscribers: number) {
  const site = await startNewsletterSite(storage);
  await givenSubscribers(storage, subscribers);
  const { id } = await givenIssue(site, storage);
  await begin(site, id);
  return { site, id, now: () => site.clock.now };
}
