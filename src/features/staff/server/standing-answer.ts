import { type Answer, answer } from '../../../identity/answer.ts';
import { isStaff, type Person } from '../../../identity/person.ts';
import { staffStanding } from '../contract/standing.ts';

export interface StandingParts {
  /** Whether this person is staff, lacks a second factor, and the site requires one. */
  readonly lacksFactor: (person: Person) => Promise<boolean>;
}

/** Endpoint that returns why calls of staff are refused. */
export function standingAnswer({ lacksFactor }: StandingParts): Answer {
  return answer(staffStanding, async (_input, { person }) => ({
    lacksFactor: isStaff(person) && (await lacksFactor(person)),
  }));
}
