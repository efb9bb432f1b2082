import { paths } from '../../../paths.ts';
import type { EmailMessage } from '../../../platform/mail/post.ts';
import {
  dayOf,
  type EmailPart,
  type EmailSite,
  listIdOf,
  type WrittenEmail,
  writeEmail,
} from '../../../platform/mail/write-email.ts';
import { confirmHours, unsubscribe } from '../contract/subscriptions.ts';

/** A blog as announced in a newsletter. */
export interface IssueBlog {
  readonly id: string;
  readonly title: string;
  readonly shortDescription: string;
  readonly author: string | null;
  readonly createdAt: number;
}

export interface IssueText {
  readonly subject: string;
  readonly note: string;
  readonly blogs: readonly IssueBlog[];
}

/** The page with the unsubscribe button. */
function endLink({ url }: EmailSite, secret: string): string {
  return `${url}${paths.unsubscribe.to(secret)}`;
}

/** The path for one-click unsubscription by mail programs. */
export function unsubscribePath(secret: string): string {
  return unsubscribe.path.replace(':token', secret);
}

function oneClickLink({ url }: EmailSite, secret: string): string {
  return `${url}${unsubscribePath(secret)}`;
}

/** The text that the recipient confirms; without the day where it isn't known. */
export function confirmationWords({ name }: EmailSite, askedAt: number | undefined): string {
  const day = askedAt === undefined ? '' : ` on ${dayOf(askedAt)}`;
  return `Somebody, hopefully you, asked${day} for the newsletter of ${name} to be sent to this address. If it was you, confirm it within ${confirmHours} hours:`;
}

export function confirmationEmail(
  site: EmailSite,
  to: string,
  { token, words }: { readonly token: string; readonly words: string },
): EmailMessage {
  const subject = `Confirm your subscription to ${site.name}`;
  // The token is in the fragment: it reaches no server log and no other site.
  const href = `${site.url}${paths.confirmSubscription.to()}#token=${token}`;
  const written = writeEmail(
    {
      title: subject,
      parts: [
        { kind: 'text', text: words },
        { kind: 'link', label: 'Confirm the subscription', href },
        { kind: 'text', text: 'If it wasn’t you, do nothing: you will get no further email.' },
      ],
      why: 'You get this email because somebody entered this address in the newsletter form.',
    },
    site,
  );
  return { to, subject, ...written };
}

/**
 * For an address that is subscribed already: the page's reply is the same, so only the owner of the address learns it.
 */
export function subscribedEmail(site: EmailSite, to: string, secret: string): EmailMessage {
  const subject = `You get the newsletter of ${site.name} already`;
  const written = writeEmail(
    {
      title: subject,
      parts: [
        {
          kind: 'text',
          text: 'Somebody, hopefully you, asked for it once more. There is nothing that you must do.',
        },
      ],
      why: 'You get this email because this address is subscribed.',
      end: { label: 'Unsubscribe', href: endLink(site, secret) },
    },
    site,
  );
  return { to, subject, ...written, unsubscribeUrl: oneClickLink(site, secret) };
}

export function testEmail(site: EmailSite, to: string): EmailMessage {
  const subject = `A test email from ${site.name}`;
  const text = 'It arrived: this site can send email.';
  const why = 'You get this email because you requested a test.';
  return {
    to,
    subject,
    ...writeEmail({ title: subject, parts: [{ kind: 'text', text }], why }, site),
  };
}

/** An e-mail of one issue, rendered once: `messageTo` fills in the subscriber's values. */
export interface IssueEmail {
  messageTo(
    subscriber: { readonly email: string; readonly secret: string },
    name?: string,
  ): EmailMessage;
}

/** Placeholder for the secret, removed from all other texts. */
const mark = '\uE000';

function bylineOf({ author, createdAt }: IssueBlog): string {
  return author === null ? dayOf(createdAt) : `By ${author}, ${dayOf(createdAt)}`;
}

export function writeIssue({ subject, note, blogs }: IssueText, site: EmailSite): IssueEmail {
  const parts: EmailPart[] = blogs.map((blog) => ({
    kind: 'item',
    title: blog.title.replaceAll(mark, ''),
    href: `${site.url}${paths.blog.to(blog.id)}`,
    byline: bylineOf(blog).replaceAll(mark, ''),
    text: blog.shortDescription.replaceAll(mark, ''),
  }));
  if (note) parts.unshift({ kind: 'text', text: note.replaceAll(mark, '') });
  const written: WrittenEmail = writeEmail(
    {
      title: subject.replaceAll(mark, ''),
      parts,
      why: `You get this email because you subscribed to the newsletter of ${site.name}.`,
      end: { label: 'Unsubscribe', href: endLink(site, 'SECRET').replace('SECRET', mark) },
    },
    site,
  );
  return {
    messageTo: ({ email, secret }, name) => ({
      to: email,
      subject,
      text: written.text.replaceAll(mark, secret),
      html: written.html.replaceAll(mark, secret),
      unsubscribeUrl: oneClickLink(site, secret),
      listId: listIdOf(site, 'newsletter'),
      ...(name !== undefined && { name }),
    }),
  };
}
