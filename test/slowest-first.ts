import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes longest, longest first, as measured: begun late, it would run on while the other core has nothing left to do. */
const slow = [
  'journeys/access/access-reading',
  'journeys/access/access-writing',
  'journeys/writing/write-kept-text',
  'journeys/access/access-account',
  'journeys/access/access-manage',
  'journeys/writing/write-blog',
  'journeys/reading/comments',
  'journeys/account/account-',
  'journeys/writing/write-',
  'journeys/writing/my-writing',
  'test/fuzz/',
  'journeys/access/',
  'journeys/manage/',
  'journeys/',
  'test/upgrade/',
  'src/app/backup/',
  'site/writes/',
  'site/permissions/permissions',
  'killed-',
  'serving/own-writes',
  'checks/expressions',
  'code/code-block',
  'src/app/releases',
  'mail/outbox',
];

function rank({ moduleId }: TestSpecification): number {
  const index = slow.findIndex((part) => moduleId.includes(part));
  return index === -1 ? slow.length : index;
}

/** Puts the journeys first, and of them and of the rest the slowest. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}
