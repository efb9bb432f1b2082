import { expect } from 'vitest';
import { testOn } from '../../../storage/testing.ts';
import { watchSharedFolder } from './shared-folder.ts';
import { pictureRoot } from './testing-pictures.ts';

testOn(
  'postgres',
  'machines with separate picture folders are reported once and forgotten when gone',
  async ({ storage, open }) => {
    let time = Date.now();
    const said: (readonly string[])[] = [];
    const machine = async (root: string) =>
      watchSharedFolder({
        storage: await open(),
        root,
        onUnshared: (machines) => said.push(machines),
        onError: (error) => expect(error).toBeUndefined(),
        now: () => time,
      });
    const [shared, own] = [pictureRoot(), pictureRoot()];
    const [first, second, third] = [
      await machine(shared),
      await machine(shared),
      await machine(own),
    ];
    await first.look();
    await second.look();
    expect([first.elsewhere(), second.elsewhere(), said]).toEqual([[], [], []]);
    await third.look();
    await first.look();
    await first.look();
    expect([first.elsewhere().length, third.elsewhere().length]).toEqual([1, 1]);
    // Each machine reports it once.
    expect(said).toHaveLength(2);
    time += 10 * 60_000;
    await first.look();
    expect(first.elsewhere()).toEqual([]);
    expect(await storage.reader.selectFrom('upload_folders').selectAll().execute()).toHaveLength(2);
  },
);
