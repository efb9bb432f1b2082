import { type Answer, answer } from '../../../identity/answer.ts';
import { isStaff, mayUse, type Person } from '../../../identity/person.ts';
import type { Reader, Storage } from '../../../storage/storage.ts';
import { staffStanding } from '../contract/standing.ts';

export interface StandingParts {
  readonly storage: Storage;
  /** Whether this person is staff, lacks a second factor, and the site requires one. */
  readonly lacksFactor: (person: Person) => Promise<boolean>;
  /** Counts texts with open reports, up to a limit. */
  readonly countReported: (db: Reader) => Promise<number>;
  readonly countUnreadMessages: (db: Reader) => Promise<number>;
}

/** Endpoint that returns why calls of staff are refused, and what waits for them. */
export function standingAnswer(parts: StandingParts): Answer {
  const { storage, lacksFactor, countReported, countUnreadMessages } = parts;
  const reader = storage.engine === 'sqlite' ? storage.reader : storage.writer;
  return answer(staffStanding, async (_input, { person }) => {
    if (isStaff(person) && (await lacksFactor(person))) return { lacksFactor: true };
    if (!mayUse('staff', person)) return { lacksFactor: false };
    const reports = await countReported(reader);
    const messages = mayUse('owner', person) ? await countUnreadMessages(reader) : undefined;
    return { lacksFactor: false, tasks: { reports, ...(messages !== undefined && { messages }) } };
  });
}
