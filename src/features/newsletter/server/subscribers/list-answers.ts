import { answer } from '../../../../identity/answer.ts';
import { recordAudit } from '../../../../identity/audit-log.ts';
import type { StaffParts } from '../../../../identity/owners.ts';
import type { HeavyCalls } from '../../../../identity/quotas/heavy-calls.ts';
import { isoOf } from '../../../../platform/text/iso-of.ts';
import {
  removeSubscriber,
  type SubscriberPage,
  subscriberFile,
  subscriberList,
  subscriberNotFound,
} from '../../contract/manage.ts';
import { writeAsOwner } from '../newsletter-settings.ts';
import { subscriberLines } from './subscriber-file.ts';
import { endSubscription, findOthers, findSubscribers } from './subscriber-store.ts';

interface SubscriberListParts extends StaffParts {
  readonly heavyCalls: HeavyCalls;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

const subscribersPerPage = 50;

type Shown = SubscriberPage['subscribers'][number];
type SubscriberRow = Awaited<ReturnType<typeof findSubscribers>>[number];
type OtherRow = Awaited<ReturnType<typeof findOthers>>[number];

const isoOrNull = (at: number | null) => (at === null ? null : isoOf(at));

function presentSubscriber({ id, email, bounces, stopped_at, ...row }: SubscriberRow): Shown {
  const consent = {
    form: row.form ?? '',
    words: row.words ?? '',
    askedAt: isoOrNull(row.asked_at),
    confirmedAt: isoOf(row.created_at),
    endedAt: null,
    endedBy: null,
  };
  const createdAt = consent.confirmedAt;
  return { id, email, createdAt, bounces, isStopped: stopped_at !== null, consent };
}

/** An unconfirmed or former subscriber. */
function presentOther({ id, email, form, words, ended_by, ...row }: OtherRow): Shown {
  const consent = {
    form,
    words,
    askedAt: isoOrNull(row.asked_at),
    confirmedAt: isoOrNull(row.confirmed_at),
    endedAt: isoOrNull(row.ended_at),
    endedBy: ended_by,
  };
  const createdAt = isoOf(row.confirmed_at ?? row.asked_at ?? 0);
  return { id, email, createdAt, bounces: 0, isStopped: false, consent };
}

/** The owner's list of subscribers. */
export function subscriberListAnswers(parts: SubscriberListParts) {
  const { storage, heavyCalls, now = Date.now } = parts;
  return [
    answer(subscriberList, async ({ query: { list = '', search = '', cursor = '' } }) => {
      const before = cursor.replaceAll('\0', '');
      const request = { search, before, limit: subscribersPerPage + 1 };
      const rows =
        list === ''
          ? (await findSubscribers(storage.reader, request)).map(presentSubscriber)
          : (await findOthers(storage.reader, list, request)).map(presentOther);
      const page = rows.slice(0, subscribersPerPage);
      return {
        subscribers: page,
        nextCursor: rows.length > page.length ? (page.at(-1)?.id ?? null) : null,
      };
    }),

    answer(removeSubscriber, async ({ params: { id } }, { person }) => {
      await writeAsOwner(parts, person, async (write) => {
        if (!(await endSubscription(write, { id }, 'owner', now()))) throw subscriberNotFound();
        // The audit log doesn't name the address, which is to be deleted.
        const subject = { kind: 'subscriber', id, label: '' };
        await recordAudit(write, { by: person, action: 'subscriber-removed', subject, at: now() });
      });
    }),

    answer(subscriberFile, async (_input, { person, reply }) => {
      const file = await heavyCalls.stream(person.id, subscriberLines(storage));
      try {
        // This exports all addresses: the audit log shows the other owners who has them.
        await writeAsOwner(parts, person, (write) => {
          const subject = { kind: 'subscriber', id: '', label: 'all subscribers' };
          return recordAudit(write, {
            by: person,
            action: 'subscribers-downloaded',
            subject,
            at: now(),
          });
        });
      } catch (error) {
        file.destroy();
        throw error;
      }
      reply.header('content-disposition', 'attachment; filename="subscribers.csv"');
      return file;
    }),
  ];
}
