import { type Answer, answer } from '../../../identity/answer.ts';
import { recordAudit } from '../../../identity/audit-log.ts';
import type { Person } from '../../../identity/person.ts';
import type { HeavyCalls } from '../../../identity/quotas/heavy-calls.ts';
import type { EmailMessage, Post } from '../../../platform/mail/post.ts';
import type { EmailSite } from '../../../platform/mail/write-email.ts';
import { isoOf } from '../../../platform/text/iso-of.ts';
import type { WriteLimiter } from '../../../storage/limits/rate-limiter.ts';
import type { Storage, Write } from '../../../storage/storage.ts';
import {
  blogsGone,
  discardIssue,
  emailNotSent,
  type Issue,
  issueLetter,
  makeIssue,
  newsletterOverview,
  noMail,
  saveNewsletter,
  sendIssueAgain,
  sendTestLetter,
  steerIssue,
  tryIssue,
} from '../contract/manage.ts';
import { newsletterOff } from '../contract/subscriptions.ts';
import { findBlogs, findChosen, weekMs } from './digest.ts';
import {
  discard,
  findIssue,
  findIssues,
  type IssueRow,
  insertIssue,
  sendUnknownAgain,
  steer,
  visibleText,
} from './issue-store.ts';
import { testEmail, writeIssue } from './newsletter-emails.ts';
import {
  findNewsletterSettings,
  newsletterTag,
  nextDigestAfter,
  saveNewsletterSettings,
  writeAsOwner,
} from './newsletter-settings.ts';
import { subscriberListAnswers } from './subscribers/list-answers.ts';
import { countSubscribers } from './subscribers/subscriber-store.ts';

export interface NewsletterManageParts {
  readonly storage: Storage;
  readonly limiter: WriteLimiter;
  readonly site: EmailSite;
  readonly heavyCalls: HeavyCalls;
  /** Undefined where the site sends no e-mails. */
  readonly post: Post | undefined;
  readonly now?: () => number;
}

const issuesShown = 20;
const blogsShown = 40;

/** A previewed e-mail may be displayed, and load nothing. */
const emailPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox allow-popups";

function presentIssue(row: IssueRow): Issue {
  const { id, subject, state, reason, total, sent, failed, unknown } = row;
  const createdAt = isoOf(row.created_at);
  const againAt = row.again_at === null ? null : isoOf(row.again_at);
  return { id, subject, state, reason, againAt, total, sent, failed, unknown, createdAt };
}

/** Names of the actions in the audit log. */
const steered = {
  sending: 'newsletter-sent',
  paused: 'newsletter-paused',
  stopped: 'newsletter-stopped',
} as const;

/** The owner's management of the newsletter. */
export function newsletterManageAnswers(parts: NewsletterManageParts): readonly Answer[] {
  return [...switchAnswers(parts), ...issueAnswers(parts), ...subscriberListAnswers(parts)];
}

/** Sends an e-mail through the mail server; throws with the server's own words on a refusal. */
async function sendNow(
  parts: NewsletterManageParts,
  person: Person,
  message: EmailMessage,
): Promise<{ to: string }> {
  const { post } = parts;
  if (!post) throw noMail();
  // For the check of the role and the rate limit of staff.
  await writeAsOwner(parts, person, async () => {});
  const delivery = await post.send(message);
  if (delivery.kind === 'sent') return { to: message.to };
  throw emailNotSent({ message: `The email could not be sent: ${delivery.reply}` });
}

function switchAnswers(parts: NewsletterManageParts) {
  const { storage, site, post, now = Date.now } = parts;
  async function save(write: Write, person: Person, body: { isOn: boolean; hasDigest: boolean }) {
    const before = await findNewsletterSettings(write.db);
    const digestAt =
      body.isOn && body.hasDigest ? (before.digestAt ?? nextDigestAfter(now())) : null;
    await saveNewsletterSettings(write, { isOn: body.isOn, digestAt });
    if (!body.isOn) {
      await write.db
        .updateTable('newsletter_issues')
        .set({ state: 'paused', reason: 'The newsletter was switched off.', again_at: null })
        .where((row) => row.or([row('state', '=', 'sending'), row('again_at', 'is not', null)]))
        .execute();
    }
    const label = `${body.isOn ? 'on' : 'off'}, weekly digest ${digestAt === null ? 'off' : 'on'}`;
    const subject = { kind: 'setting', id: 'newsletter', label: `Newsletter ${label}` };
    await recordAudit(write, { by: person, action: 'newsletter-settings', subject, at: now() });
  }

  return [
    answer(newsletterOverview, async () => {
      const { isOn, digestAt } = await findNewsletterSettings(storage.writer);
      const { reached, stopped } = await countSubscribers(storage.reader);
      const issues = await findIssues(storage.writer, issuesShown);
      const blogs = await findBlogs(storage.reader, blogsShown);
      return {
        isOn,
        canSend: post !== undefined,
        digestAt: digestAt === null ? null : isoOf(digestAt),
        subscribers: reached,
        stopped,
        issues: issues.map(presentIssue),
        blogs: blogs.map(({ id, title, author_name, created_at }) => ({
          id,
          title,
          author: author_name,
          createdAt: isoOf(created_at),
          isOfThisWeek: created_at > now() - weekMs,
        })),
      };
    }),

    answer(saveNewsletter, async ({ body }, { person }) => {
      if (body.hasDigest && !post) throw noMail();
      await writeAsOwner(parts, person, (write) => save(write, person, body));
    }),

    answer(sendTestLetter, async (_input, { person }) =>
      sendNow(parts, person, testEmail(site, person.email)),
    ),
  ];
}

function issueAnswers(parts: NewsletterManageParts) {
  const { storage, site, post, now = Date.now } = parts;
  function note(write: Write, by: Person, action: string, { id, subject: label }: IssueRow) {
    return recordAudit(write, {
      by,
      action,
      subject: { kind: 'newsletter', id, label },
      at: now(),
    });
  }

  return [
    answer(makeIssue, async ({ body: { subject, note: words, blogIds } }, { person }) => {
      const ids = [...new Set(blogIds)];
      const blogs = await findChosen(storage.writer, ids);
      if (blogs.length < ids.length) throw blogsGone();
      const row = await writeAsOwner(parts, person, async (write) => {
        const issue = await insertIssue(write, { subject, note: words, blogs }, now());
        await note(write, person, 'newsletter-made', issue);
        return issue;
      });
      return presentIssue(row);
    }),

    answer(issueLetter, async ({ params: { id } }, { person, reply }) => {
      const issue = await findIssue(storage.writer, id);
      reply.header('content-security-policy', emailPolicy);
      // An invalid secret: the unsubscribe link of a preview does nothing.
      const reader = { email: person.email, secret: 'preview' };
      const text = await visibleText(storage.writer, issue);
      return writeIssue(text, site).messageTo(reader).html ?? '';
    }),

    answer(tryIssue, async ({ params: { id } }, { person }) => {
      const issue = await findIssue(storage.writer, id);
      const reader = { email: person.email, secret: 'preview' };
      const text = await visibleText(storage.writer, issue);
      const { unsubscribeUrl: _end, ...message } = writeIssue(text, site).messageTo(reader);
      return sendNow(parts, person, message);
    }),

    answer(steerIssue, async ({ params: { id }, body: { to } }, { person }) => {
      if (to === 'sending' && !post) throw noMail();
      const row = await writeAsOwner(parts, person, async (write) => {
        const { isOn } = await findNewsletterSettings(write.db);
        if (to === 'sending' && !isOn) throw newsletterOff();
        const issue = await steer(write, id, to, now());
        await note(write, person, steered[to], issue);
        write.touch(newsletterTag);
        return issue;
      });
      return presentIssue(row);
    }),

    answer(sendIssueAgain, async ({ params: { id } }, { person }) => {
      const row = await writeAsOwner(parts, person, async (write) => {
        if (!post) throw noMail();
        if (!(await findNewsletterSettings(write.db)).isOn) throw newsletterOff();
        const issue = await sendUnknownAgain(write, id, now());
        await note(write, person, 'newsletter-sent-again', issue);
        write.touch(newsletterTag);
        return issue;
      });
      return presentIssue(row);
    }),

    answer(discardIssue, async ({ params: { id } }, { person }) => {
      await writeAsOwner(parts, person, async (write) => {
        await note(write, person, 'newsletter-discarded', await discard(write, id));
      });
    }),
  ];
}
