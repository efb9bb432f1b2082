import { type Answer, answer } from '../../../identity/answer.ts';
import { isStaff, type Person } from '../../../identity/person.ts';
import { staffStanding } from '../contract/standing.ts';

export interface StandingParts {
  /** Whether staff need a second factor, and this person has none. */
  readonly lacksFactor: (person: Person) => Promise<boolean>;
}

/** What stands between a member of the staff and the calls that are theirs. */
export function standingAnswer({ lacksFactor }: StandingParts): Answer {
  return answer(staffStanding, async (_input, { person }) => ({
    lacksFactor: isStaff(person) && (await lacksFactor(person)),
  }));
}
