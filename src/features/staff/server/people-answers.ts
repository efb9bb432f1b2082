import { type Answer, answer } from '../../../identity/answer.ts';
import type { Confirm } from '../../../identity/confirm.ts';
import { roleOf } from '../../../identity/person.ts';
import { isSuspended, unlimitedSuspension } from '../../../identity/suspension.ts';
import { invalidInput } from '../../../platform/contract/problems.ts';
import { networkOf } from '../../../platform/http/ingress/network-of.ts';
import { isId } from '../../../platform/text/id.ts';
import { isoOf } from '../../../platform/text/iso-of.ts';
import { shownPicture } from '../../../platform/text/web-url.ts';
import type { Reader } from '../../../storage/storage.ts';
import {
  countedMax,
  liftSuspension,
  type ManagedPerson,
  people,
  peoplePerPage,
  personNotFound,
  setRole,
  suspend,
} from '../contract/people.ts';
import { type ChangeParts, changeRole, liftSuspensionOf, suspendPerson } from './change-people.ts';
import { type ChosenPeople, findPeople, type ManagedRow } from './find-people.ts';

/** Counts each person's comments, up to `most`. */
export type CountOfPeople = (
  db: Reader,
  personIds: readonly string[],
  most: number,
) => Promise<ReadonlyMap<string, number>>;

/** Open decisions about a person's texts. */
export type TextsInQuestion = Pick<ManagedPerson, 'reports' | 'waiting' | 'hidden'>;

export interface PeopleParts extends ChangeParts {
  readonly confirm: Confirm;
  readonly countCommentsBy: CountOfPeople;
  /** People without any are missing. */
  readonly findTextsInQuestion: (
    db: Reader,
    personIds: readonly string[],
  ) => Promise<ReadonlyMap<string, TextsInQuestion>>;
  readonly peopleInQuestion: ChosenPeople;
}

/** A longer suspension is permanent. */
const longestMs = 10 * 366 * 24 * 60 * 60_000;

const nothing: TextsInQuestion = {
  reports: { blog: 0, comment: 0 },
  waiting: { blog: 0, comment: 0 },
  hidden: null,
};

interface About {
  readonly comments: number;
  readonly texts: TextsInQuestion;
}

function present(row: ManagedRow, { comments, texts }: About, now: number) {
  const { suspended_at: since, suspended_until: until, suspension_reason: reason } = row;
  return {
    id: row.id,
    name: row.name,
    email: row.email ?? '',
    photo: shownPicture(row.photo_url),
    role: roleOf(row),
    since: isoOf(row.created_at),
    blogs: row.blog_count,
    comments,
    reports: texts.reports,
    waiting: texts.waiting,
    hidden: texts.hidden,
    suspension:
      isSuspended(row, now) && until !== null
        ? {
            since: isoOf(since ?? 0),
            until: until >= unlimitedSuspension ? null : isoOf(until),
            reason: reason ?? '',
          }
        : null,
    leavesAt: row.ends_at === null ? null : isoOf(row.ends_at),
  };
}

function readEnd(until: string | null, now: number): number | null {
  const end = until === null ? null : Date.parse(until);
  if (end === null || (end > now && end <= now + longestMs)) return end;
  const message = 'A suspension ends in the future, within ten years; else it is for good.';
  throw invalidInput({ message, issues: [{ path: 'until', message }] });
}

function readId(id: string): string {
  if (!isId(id)) throw personNotFound();
  return id.toLowerCase();
}

/** Endpoints for people with accounts, their roles and suspensions. */
export function peopleAnswers(parts: PeopleParts): readonly Answer[] {
  const { storage, confirm, countCommentsBy, findTextsInQuestion, peopleInQuestion, now } = parts;
  return [
    answer(people, async ({ query }) => {
      // A replica may lag behind a change that was just made here.
      const reader = storage.engine === 'sqlite' ? storage.reader : storage.writer;
      const limits = { limit: peoplePerPage, now: now(), chosen: peopleInQuestion };
      const page = await findPeople(reader, query, limits);
      const ids = page.rows.map(({ id }) => id);
      const comments = await countCommentsBy(reader, ids, countedMax);
      const texts = await findTextsInQuestion(reader, ids);
      const aboutOf = (id: string): About => ({
        comments: comments.get(id) ?? 0,
        texts: texts.get(id) ?? nothing,
      });
      return {
        people: page.rows.map((row) => present(row, aboutOf(row.id), now())),
        nextCursor: page.nextCursor,
        isCut: page.isCut,
      };
    }),

    answer(setRole, async ({ params, body: { role, password } }, { person, session, request }) => {
      await confirm({ session, password, network: networkOf(request.ip) });
      await changeRole(parts, { by: person, id: readId(params.id) }, role);
    }),

    answer(suspend, async ({ params, body: { until, reason } }, { person }) => {
      const end = readEnd(until, now());
      await suspendPerson(parts, { by: person, id: readId(params.id) }, { until: end, reason });
    }),

    answer(liftSuspension, async ({ params }, { person }) => {
      await liftSuspensionOf(parts, { by: person, id: readId(params.id) });
    }),
  ];
}
