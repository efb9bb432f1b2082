import { expect, test } from 'vitest';
import { opened, type Personal } from '../../web/personal/personal.ts';
import { SlotMarkers, Sources } from './slot-markers.ts';

interface Person {
  readonly displayName: string;
  readonly photoURL: string | null;
}

function viewer(): Personal<Person> {
  const sources = new Sources(new SlotMarkers());
  return sources.add({ name: 'viewer' }) as unknown as Personal<Person>;
}

test('a page shared by all members can read its viewer only within a Slot', () => {
  // @ts-expect-error: `Personal` has no properties outside a Slot.
  expect(() => viewer().displayName).toThrow('outside of a Slot');
  // @ts-expect-error: as above, for a field that may be missing.
  expect(() => viewer().photoURL ?? '/images/avatar.svg').toThrow('outside of a Slot');
  expect(() => opened(viewer())).toThrow('belongs into a Slot');
});
