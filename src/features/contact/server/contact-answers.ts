import { type Answer, answer } from '../../../identity/answer.ts';
import { recordAudit } from '../../../identity/audit-log.ts';
import type { QueueMail } from '../../../identity/mail/outbox-store.ts';
import { writeAsStaff } from '../../../identity/owners.ts';
import type { Person } from '../../../identity/person.ts';
import type { RateRule } from '../../../platform/http/answers/rate-limit.ts';
import { networkOf } from '../../../platform/http/ingress/network-of.ts';
import { isoOf } from '../../../platform/text/iso-of.ts';
import type { WriteLimiter } from '../../../storage/limits/rate-limiter.ts';
import type { Storage, Write } from '../../../storage/storage.ts';
import { contactOff, sendMessage } from '../contract/contact.ts';
import {
  contactSettings,
  deleteMessage,
  type Message,
  markMessage,
  messageList,
  restoreMessage,
  saveContactSettings,
} from '../contract/manage.ts';
import { findContactSettings, saveContactSettings as saveSettings } from './contact-settings.ts';
import {
  bringBackMessage,
  countUnreadMessages,
  findMessages,
  insertMessage,
  markRead,
  removeMessage,
} from './message-store.ts';
import type { ContactMessagesTable } from './tables.ts';

export interface ContactParts {
  readonly storage: Storage;
  readonly limiter: WriteLimiter;
  /** Whether this site sends e-mails. */
  readonly canSend: boolean;
  /** Undefined where the site sends no e-mails. */
  readonly queueMail?: QueueMail | undefined;
  readonly now?: () => number;
}

const hourMs = 60 * 60_000;
const networkRule: RateRule = { name: 'messages', limit: 5, perMs: hourMs };
/** For all networks together: it also limits a botnet of a thousand machines. */
const siteRule: RateRule = { name: 'all-messages', limit: 200, perMs: hourMs };

const messagesPerPage = 20;
const lockKeys = ['contact'];

function presentMessage(row: ContactMessagesTable): Message {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    message: row.message,
    createdAt: isoOf(row.created_at),
    isRead: row.read_at !== null,
    forwarded: row.forward_state,
  };
}

/** Lets visitors send messages to the owner, and the owner manage them. */
export function contactAnswers(parts: ContactParts): readonly Answer[] {
  const { storage, limiter, queueMail, now = Date.now } = parts;
  return [
    answer(sendMessage, async ({ body: { homepage: _homepage, ...message } }, { request }) => {
      const { isOn } = await findContactSettings(storage.reader);
      if (!isOn) throw contactOff();
      await limiter.takeAll([
        [networkRule, networkOf(request.ip)],
        [siteRule, 'all'],
      ]);
      await storage.write(
        async (write) => {
          const settings = await findContactSettings(write.db);
          await insertMessage(write, message, settings, { now: now(), queueMail });
        },
        { lockKeys },
      );
    }),
    ...inboxAnswers(parts),
  ];
}

function inboxAnswers(parts: ContactParts): readonly Answer[] {
  const { storage, canSend, now = Date.now } = parts;
  const write = (person: Person, work: (write: Write) => Promise<void>) =>
    writeAsStaff(parts, { person, access: 'owner' }, work, lockKeys);

  return [
    answer(messageList, async ({ query: { list = '', search = '', cursor = '' } }) => {
      const before = cursor.replaceAll('\0', '');
      const limit = messagesPerPage + 1;
      const rows = await findMessages(storage.reader, { list, search, before, limit });
      const page = rows.slice(0, messagesPerPage);
      return {
        messages: page.map(presentMessage),
        nextCursor: rows.length > page.length ? (page.at(-1)?.id ?? null) : null,
        unread: await countUnreadMessages(storage.reader),
      };
    }),

    answer(contactSettings, async () => {
      const { isOn, forwardTo } = await findContactSettings(storage.writer);
      return { isOn, forwardTo: forwardTo ?? '', canSend };
    }),

    answer(saveContactSettings, async ({ body: { isOn, forwardTo } }, { person }) => {
      await write(person, async (write) => {
        await saveSettings(write, { isOn, forwardTo: forwardTo || null });
        const label = `Messages ${isOn ? 'on' : 'off'}${forwardTo ? ', sent on' : ''}`;
        const subject = { kind: 'setting', id: 'messages', label };
        await recordAudit(write, { by: person, action: 'contact-settings', subject, at: now() });
      });
    }),

    answer(markMessage, async ({ params: { id }, body: { isRead } }, { person }) => {
      await write(person, (write) => markRead(write, id, isRead ? now() : null));
    }),

    answer(deleteMessage, async ({ params: { id } }, { person }) => {
      await write(person, async (write) => {
        await removeMessage(write, id, now());
        // The audit log doesn't name the sender, whose data is to be deleted.
        const subject = { kind: 'message', id, label: '' };
        await recordAudit(write, { by: person, action: 'message-deleted', subject, at: now() });
      });
    }),

    answer(restoreMessage, async ({ params: { id } }, { person }) => {
      await write(person, async (write) => {
        await bringBackMessage(write, id);
        const subject = { kind: 'message', id, label: '' };
        await recordAudit(write, { by: person, action: 'message-restored', subject, at: now() });
      });
    }),
  ];
}
