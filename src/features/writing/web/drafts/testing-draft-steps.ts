import fc from 'fast-check';
import type { Room } from './testing-draft-device.ts';
import type { Fate } from './testing-draft-network.ts';
import type { Closing, DraftWorld, PublishFate } from './testing-drafts.ts';

interface Step {
  readonly run: (world: DraftWorld) => unknown;
}

const some = fc.nat(2);
const is = fc.boolean();
const fates = fc.constantFrom<Fate>(
  ...(['answered', 'answered', 'answered', 'reached', 'lost', 'answer-lost'] as const),
  ...(['too-many-drafts', 'too-large', 'not-signed-in'] as const),
);
const endings = fc.constantFrom<PublishFate>(
  ...(['published', 'refused', 'lost', 'answer-lost', 'answer-lost-and-killed'] as const),
);
const closings = fc.constantFrom<Closing>('killed', 'unloaded', 'left');
const rooms = fc.constantFrom<Room>('enough', 'full', 'none');

/** A step that a counterexample shows as the call that it is. */
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

/** What people, networks and servers do, in any order. */
export const steps = fc.array(
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
      arbitrary: step('restore', [some, some], (world, tab, offer) => world.restore(tab, offer)),
    },
    step('discard', [some, some], (world, tab, offer) => world.discard(tab, offer)),
    step('replace', [some, is], (world, tab, isTakenOver) => world.replace(tab, isTakenOver)),
    step('publish', [some, endings], (world, tab, fate) => world.publish(tab, fate)),
    step('setNetwork', [some, is], (world, device, isOnline) => world.setNetwork(device, isOnline)),
    step('setRoom', [some, rooms], (world, device, room) => world.setRoom(device, room)),
  ),
  { minLength: 1, maxLength: 40, size: 'max' },
);

/** Rejects where a promise to the person isn't kept after one of the steps, or in the end. */
export async function holdsAfter(all: readonly Step[], world: DraftWorld): Promise<void> {
  world.open(0);
  for (const { run } of all) {
    await run(world);
    await world.check();
  }
  await world.end();
}
