import { expect, test } from 'vitest';
import type { DraftSave } from '../../contract/drafts.ts';
import { Device, textOf } from '../device/testing-draft-device.ts';
import { DraftKeeper } from './draft-keeper.ts';

/** A page whose request for the draft hasn't been answered yet. */
function startLooking() {
  const device = new Device({ hasLocks: true });
  const saves: DraftSave[] = [];
  const looked = Promise.withResolvers<null>();
  const keeper = new DraftKeeper({
    text: textOf('Published'),
    draft: null,
    baseTag: '"1"',
    opensLast: false,
    copies: device.copies(),
    remote: {
      load: () => looked.promise,
      async save(save) {
        if (!device.isOnline) throw new TypeError('offline');
        saves.push(save);
        return { revision: 'r', savedAt: '2026-01-01T00:00:00.000Z' };
      },
      discard: async () => {},
    },
    now: () => 1,
    isOnline: () => true,
    newId: () => 'tab',
    later: () => () => {},
  });
  keeper.start();
  keeper.changed(textOf('Typed'));
  return { keeper, device, saves, answer: () => looked.resolve(null) };
}

test('typed text is saved before its blog is deleted or unpublished, even while the draft is being requested', async () => {
  const { keeper, saves, answer } = startLooking();
  const hasAll = keeper.saveAll();
  answer();
  expect(await hasAll).toBe(true);
  expect(saves.map(({ text }) => text.title)).toEqual(['Typed']);
});

test('text that could not be saved is reported and kept on the device', async () => {
  const { keeper, device, answer } = startLooking();
  device.isOnline = false;
  const hasAll = keeper.saveAll();
  answer();
  expect(await hasAll).toBe(false);
  const copy = { draftKey: 'new', device: 'tab', text: textOf('Typed') };
  expect(device.kept()).toMatchObject([copy]);
});
