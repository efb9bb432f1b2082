import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The slowest files, longest first, as measured: started late, one would keep running while the other core is idle. */
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

/** Runs the slowest files first, the journeys ahead of all others. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}
