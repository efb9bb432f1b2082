import fc from 'fast-check';
import { vi } from 'vitest';
import { inMatrix } from '../../../../../../test/matrix.ts';
import { categorySchema } from '../../../../../blog/contract.ts';
import type { Member } from '../../../../../identity/testing.ts';
import { Problem } from '../../../../../platform/contract/problems.ts';
import { testOn } from '../../../../../storage/testing.ts';
import { startBlogSite } from '../../../common/server/testing-writing.ts';
import { addBlog } from '../../../publishing/contract/publishing.ts';
import { discardDraft, oneDraft, saveDraft } from '../../contract/drafts.ts';
import type { Room } from '../device/testing-draft-device.ts';
import type { RequestOutcome } from './testing-draft-network.ts';
import {
  type Closing,
  type DraftServer,
  type DraftWay,
  DraftWorld,
  type PublishOutcome,
} from './testing-drafts.ts';

/** Number of random sequences of up to 40 steps, for each kind of browser and form. */
const runs = inMatrix({ usual: 20, whole: 500 });
vi.setConfig({ testTimeout: runs * 2_000 });

/** The real site as the draft server. */
function siteServer({ call }: Member): DraftServer {
  const params = { key: 'new' } as const;
  return {
    async load() {
      try {
        return (await call(oneDraft, { params })).body;
      } catch (error) {
        if (error instanceof Problem && error.code === 'draft-not-found') return null;
        throw error;
      }
    },
    save: async (body) => (await call(saveDraft, { params, body })).body,
    async discard(revision) {
      await call(discardDraft, { params, query: { revision } });
    },
    async publish({ category, ...text }, name, revision) {
      const draft = revision === null ? undefined : { ...params, revision };
      const body = { ...text, category: categorySchema.parse(category), draft };
      await call(addBlog, { body }, { 'idempotency-key': name });
    },
  };
}

interface Step {
  readonly run: (world: DraftWorld) => unknown;
}

const some = fc.nat(2);
const is = fc.boolean();
const fates = fc.constantFrom<RequestOutcome>(
  ...(['answered', 'answered', 'answered', 'reached', 'lost', 'answer-lost'] as const),
  ...(['too-many-drafts', 'too-large', 'not-signed-in'] as const),
);
const endings = fc.constantFrom<PublishOutcome>(
  ...(['published', 'refused', 'lost', 'answer-lost', 'answer-lost-and-killed'] as const),
);
const closings = fc.constantFrom<Closing>('killed', 'unloaded', 'left');
const rooms = fc.constantFrom<Room>('enough', 'full', 'none');

/** A step that fast-check prints as its call. */
function step<T extends unknown[]>(
  name: string,
  values: { [K in keyof T]: fc.Arbitrary<T[K]> },
  run: (world: DraftWorld, ...args: T) => unknown,
): fc.Arbitrary<Step> {
  return fc.tuple<T>(...values).map((args) => ({
    run: (world: DraftWorld) => run(world, ...args),
    [fc.toStringMethod]: () => `${name}(${args.join(', ')})`,
  }));
}

const typing = step('type', [some], (world, tab) => world.type(tab));
const passing = step('passTime', [some, is], (world, tab, isForDevice) =>
  world.passTime(tab, isForDevice),
);
const answering = step('answer', [fc.nat(5), fates], (world, request, fate) =>
  world.answer(request, fate),
);

/** Actions of people and outcomes of requests, in any order. */
const steps = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: typing },
    { weight: 8, arbitrary: passing },
    { weight: 10, arbitrary: answering },
    step('retype', [some, fc.nat(9)], (world, tab, which) => world.retype(tab, which)),
    step('saveNow', [some], (world, tab) => world.saveNow(tab)),
    { weight: 2, arbitrary: step('open', [some], (world, device) => world.open(device)) },
    step('close', [some, closings], (world, tab, way) => world.close(tab, way)),
    {
      weight: 2,
      arbitrary: step('restore', [some, some], (world, tab, candidate) =>
        world.restore(tab, candidate),
      ),
    },
    step('discard', [some, some], (world, tab, candidate) => world.discard(tab, candidate)),
    { weight: 2, arbitrary: step('undoDiscard', [some], (world, tab) => world.undoDiscard(tab)) },
    step('replace', [some, is], (world, tab, isTakenOver) => world.replace(tab, isTakenOver)),
    step('publish', [some, endings], (world, tab, fate) => world.publish(tab, fate)),
    step('setNetwork', [some, is], (world, device, isOnline) => world.setNetwork(device, isOnline)),
    step('setRoom', [some, rooms], (world, device, room) => world.setRoom(device, room)),
  ),
  { minLength: 1, maxLength: 40, size: 'max' },
);

/** Rejects if a promise to the person is broken after a step or at the end. */
async function holdsAfter(all: readonly Step[], world: DraftWorld): Promise<void> {
  world.open(0);
  for (const { run } of all) {
    await run(world);
    await world.check();
  }
  await world.end();
}

const ways: readonly (readonly [string, DraftWay])[] = [
  ['browsers that know which tabs live', { hasLocks: true, opensLast: false }],
  ['browsers that do not', { hasLocks: false, opensLast: false }],
  ['forms that go on where one stopped', { hasLocks: true, opensLast: true }],
  ['such forms in browsers that do not know', { hasLocks: false, opensLast: true }],
];

for (const [kind, way] of ways) {
  const name = `whatever happens, no text is lost and nothing is claimed: ${kind}`;
  testOn('sqlite', name, async ({ storage }) => {
    const site = await startBlogSite(storage);
    let people = 0;
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        people += 1;
        const member = await site.member(`Ada ${people}`);
        await holdsAfter(all, new DraftWorld(siteServer(member), way));
      }),
      { numRuns: runs },
    );
  });
}
