import { z } from 'zod';
import { type MailFacts, type MailKind, usualUsefulMs } from '../../../identity/mail/mail-kind.ts';
import type { QueueMail } from '../../../identity/mail/outbox-store.ts';
import { type Role, roles } from '../../../identity/person.ts';
import { momentInUtc } from '../../../identity/suspension.ts';
import { paths } from '../../../paths.ts';
import type { Reader, Storage, Write } from '../../../storage/storage.ts';

const staffNotice: MailFacts = {
  name: 'staff-notice',
  usefulMs: usualUsefulMs,
  isRepeatable: true,
};

const payloadSchema = z.discriminatedUnion('about', [
  z.object({
    about: z.literal('role-given'),
    role: z.enum(roles),
    /** The person with the new role; names are read when the e-mail is sent. */
    personId: z.string(),
    /** Null for the operator of the machine. */
    byId: z.string().nullable(),
  }),
  z.object({
    about: z.literal('factor-waived'),
    /** The owner who saved the settings. */
    byId: z.string(),
  }),
  z.object({ about: z.literal('role-ended'), role: z.enum(roles) }),
  z.object({
    about: z.literal('suspended'),
    /** Null for a permanent suspension. */
    until: z.number().nullable(),
    reason: z.string(),
  }),
]);
type Notice = z.output<typeof payloadSchema>;
type NoticeToOwners = Extract<Notice, { about: 'role-given' | 'factor-waived' }>;

const roleNames: Readonly<Record<Role, string>> = {
  owner: 'an owner',
  moderator: 'a moderator',
  editor: 'an editor',
  member: 'a member',
};

/** Queues an e-mail to every owner, a new one included, within the write that it is about. */
export async function notifyOwners(
  write: Write,
  queueMail: QueueMail | undefined,
  payload: NoticeToOwners,
): Promise<void> {
  const owners = await write.db
    .selectFrom('people')
    .select('id')
    .where('role', '=', 'owner')
    .where('ends_at', 'is', null)
    .execute();
  for (const { id } of owners) await queueMail?.(write, staffNotice, { personId: id, payload });
}

/** Queues an e-mail to a person about a decision that concerns them, within the write that makes it. */
export async function notifyPerson(
  write: Write,
  queueMail: QueueMail | undefined,
  personId: string,
  payload: Exclude<Notice, NoticeToOwners>,
): Promise<void> {
  await queueMail?.(write, staffNotice, { personId, payload });
}

async function nameOf(db: Pick<Reader, 'selectFrom'>, id: string | null): Promise<string> {
  if (id === null) return 'The operator of the server';
  const row = await db.selectFrom('people').select('name').where('id', '=', id).executeTakeFirst();
  return row?.name ?? 'Somebody whose account is gone';
}

export interface NoticeParts {
  readonly storage: Storage;
  /** The site's base URL, without a trailing slash. */
  readonly siteUrl: string;
  readonly siteName: () => Promise<string>;
}

async function wordsOf(
  { storage, siteUrl, siteName }: NoticeParts,
  notice: Notice,
): Promise<{ readonly subject: string; readonly lines: readonly string[] }> {
  const site = await siteName();
  if (notice.about === 'role-given') {
    const role = roleNames[notice.role];
    const name = await nameOf(storage.writer, notice.personId);
    const by = await nameOf(storage.writer, notice.byId);
    return {
      subject: `${name} is ${role} now`,
      lines: [
        `${by} made ${name} ${role} of ${site}. Every owner gets this email.`,
        `If that should not be, look at once what was done, and dismiss who should not be there:`,
        `${siteUrl}${paths.manageLog.to()}\n${siteUrl}${paths.managePeople.to({ filter: 'staff' })}`,
      ],
    };
  }
  if (notice.about === 'factor-waived') {
    const by = await nameOf(storage.writer, notice.byId);
    return {
      subject: `The staff of ${site} need no second factor any more`,
      lines: [
        `${by} changed the settings of ${site}: owners, moderators and editors need no second factor any more. Every owner gets this email.`,
        `If that should not be, look at once what was done, and ask for it again:`,
        `${siteUrl}${paths.manageLog.to()}\n${siteUrl}${paths.manageSettings.to()}`,
      ],
    };
  }
  if (notice.about === 'role-ended') {
    const now = `You are ${roleNames[notice.role]} from now on`;
    return {
      subject: `Your role at ${site} has changed`,
      lines: [`An owner of ${site} has ended the role that you had there. ${now}.`],
    };
  }
  const end = notice.until === null ? 'for good' : `until ${momentInUtc(notice.until)}`;
  return {
    subject: `Your account at ${site} is suspended`,
    lines: [
      `Your account at ${site} is suspended ${end}. You are logged out everywhere, and can’t sign in while it lasts.`,
      `The reason: ${notice.reason}`,
    ],
  };
}

/** E-mails to owners about new roles and a second factor that is no longer needed, and to people about decisions that concern them. */
export function staffNotices(parts: NoticeParts): MailKind {
  return {
    ...staffNotice,
    async compose({ personId, payload }) {
      const person = await parts.storage.writer
        .selectFrom('people')
        .select('email')
        .where('id', '=', personId)
        .executeTakeFirst();
      if (!person?.email) return undefined;
      const { subject, lines } = await wordsOf(parts, payloadSchema.parse(payload));
      return { to: person.email, subject, text: ['Hello,', ...lines].join('\n\n') };
    },
  };
}
