import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes longest, longest first: begun late, it would run on while the other core has nothing left to do. */
const slow = [
  'journeys/access/access-reading',
  'journeys/access/access-writing',
  'journeys/reading/random-texts',
  'journeys/access/access-account',
  'journeys/access/access-manage',
  'journeys/account/account-factors',
  'journeys/writing/write-kept-text',
  'test/fuzz/',
  'journeys/',
];

function rank({ moduleId }: TestSpecification): number {
  const index = slow.findIndex((part) => moduleId.includes(part));
  return index === -1 ? slow.length : index;
}

/** Puts the journeys first and the slowest of them before the rest. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}
