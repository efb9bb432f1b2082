import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, vi } from 'vitest';
import { personalDataOf } from '../../../src/app/features.ts';
import { textsOf } from '../../../src/app/site-parts.ts';
import { listen } from '../../../src/app/testing.ts';
import { text } from '../../../src/blog/server/testing.ts';
import { deleteMyAccount } from '../../../src/features/account/contract/account-page.ts';
import { openPictureFolder } from '../../../src/features/pictures/server/picture-folder.ts';
import { sweepPictures } from '../../../src/features/pictures/server/sweep-pictures.ts';
import {
  filesBelow,
  plainPicture,
  sent,
} from '../../../src/features/pictures/server/testing-pictures.ts';
import { saveDraft } from '../../../src/features/writing/drafts/contract/drafts.ts';
import {
  addBlog,
  updateBlog,
} from '../../../src/features/writing/publishing/contract/publishing.ts';
import { givenMember, type Member } from '../../../src/identity/testing.ts';
import { ownPictureOf } from '../../../src/platform/text/own-picture.ts';
import type { Storage } from '../../../src/storage/storage.ts';
import { testOnBothEngines, testOnEachEngine } from '../../../src/storage/testing.ts';

vi.setConfig({ testTimeout: 60_000 });

const dayMs = 24 * 60 * 60_000;

async function startSite(storage: Storage) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'content-hub-uses-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const { url } = await listen(storage, { DATA_DIR: dataDir });
  const root = path.join(dataDir, 'uploads');
  const folder = openPictureFolder(root);
  let shade = 0;
  return {
    url,
    root,
    /** Uploads a different picture at each call. */
    async picture(member: Member): Promise<string> {
      shade += 5;
      return (await sent(member, await plainPicture(shade))).address;
    },
    async isThere(address: string): Promise<boolean> {
      const picture = ownPictureOf(address);
      const file = `${picture?.width}.jpg`;
      return (await folder.sizeOf(picture?.name ?? '', file)) !== undefined;
    },
    sweep: (
      days: number,
      texts = (personId: string) => textsOf(storage, personId),
      sweeping = storage,
    ) =>
      sweepPictures({
        storage: sweeping,
        folder,
        textsOf: texts,
        now: () => Date.now() + days * dayMs,
      }),
  };
}

const publish = (by: Member, changes: Partial<typeof text>) =>
  by.call(addBlog, { body: { ...text, ...changes } });

testOnEachEngine(
  'a picture stays while a text of its owner uses it, and is deleted a week after',
  async ({ storage }) => {
    const site = await startSite(storage);
    const ada = await givenMember(storage, site.url, 'Ada');
    const ben = await givenMember(storage, site.url, 'Ben');
    const [cover, inText, earlier, inDraft, photo, unused] = [
      await site.picture(ada),
      await site.picture(ada),
      await site.picture(ada),
      await site.picture(ada),
      await site.picture(ada),
      await site.picture(ada),
    ];
    await publish(ada, { title: 'One', imageUrl: cover, longDescription: `![a](${inText})` });
    const changed = await publish(ada, { title: 'Two', imageUrl: earlier });
    const params = { id: changed.body._id };
    await ada.call(updateBlog, { params, body: { ...text, title: 'Two' } });
    const draft = { baseTag: null, revision: null, device: 'd', sequence: 1 };
    const words = { ...text, longDescription: `[x]: ${inDraft}` };
    await ada.call(saveDraft, { params: { key: 'new' }, body: { ...draft, text: words } });
    await storage.write(({ db }) =>
      db.updateTable('people').set({ photo_url: photo }).where('id', '=', ada.person.id).execute(),
    );
    // Use by another person doesn't count.
    await publish(ben, { title: 'Three', imageUrl: unused });

    await site.sweep(6);
    expect(await site.isThere(unused)).toBe(true);
    await site.sweep(8);
    const used = [cover, inText, earlier, inDraft, photo];
    for (const address of used) expect(await site.isThere(address), address).toBe(true);
    expect(await site.isThere(unused)).toBe(false);
    expect(filesBelow(site.root)).toHaveLength(used.length * 3);

    // Uses are checked again a week later; the draft was deleted meanwhile.
    await storage.write(({ db }) => db.deleteFrom('saved_drafts').execute());
    await site.sweep(12);
    expect(await site.isThere(inDraft)).toBe(true);
    await site.sweep(16);
    expect(await site.isThere(inDraft)).toBe(false);
    expect(await site.isThere(cover)).toBe(true);
  },
);

testOnBothEngines(
  'a picture that is used while the cleanup looks for uses stays',
  async ({ storage }) => {
    const site = await startSite(storage);
    const ada = await givenMember(storage, site.url, 'Ada');
    const late = await site.picture(ada);
    await site.sweep(8, async function* (personId) {
      yield* textsOf(storage, personId);
      await publish(ada, { imageUrl: late });
    });
    expect(await site.isThere(late)).toBe(true);
    await site.sweep(8);
    expect(await site.isThere(late)).toBe(true);
  },
);

testOnEachEngine(
  'a cleanup that can’t know of changes any more deletes nothing, and the next one does',
  async ({ storage }) => {
    const site = await startSite(storage);
    const ada = await givenMember(storage, site.url, 'Ada');
    const unused = await site.picture(ada);
    let isSilent = false;
    const silent: Storage = {
      ...storage,
      checkForChanges() {
        if (isSilent) throw new Error('Nothing is heard.');
        storage.checkForChanges();
      },
      async write(work, options) {
        const result = await storage.write(work, options);
        isSilent = true;
        return result;
      },
    };
    await site.sweep(8, undefined, silent);
    expect(await site.isThere(unused)).toBe(true);
    await site.sweep(8);
    expect(await site.isThere(unused)).toBe(false);
  },
);

testOnEachEngine(
  'a picture uploaded by two people is kept for the one who uses it',
  async ({ storage }) => {
    const site = await startSite(storage);
    const ada = await givenMember(storage, site.url, 'Ada');
    const ben = await givenMember(storage, site.url, 'Ben');
    const bytes = await plainPicture(200);
    const { address } = await sent(ada, bytes);
    await sent(ben, bytes);
    await publish(ben, { imageUrl: address });
    await site.sweep(8);
    const owners = await storage.reader.selectFrom('pictures').select('owner_id').execute();
    expect(owners).toEqual([{ owner_id: ben.person.id }]);
    expect(await site.isThere(address)).toBe(true);
  },
);

for (const blogs of ['keep', 'remove'] as const) {
  testOnEachEngine(
    `deleting an account deletes its pictures, except those that its blogs still show (${blogs})`,
    async ({ storage }) => {
      const site = await startSite(storage);
      const ada = await givenMember(storage, site.url, 'Ada');
      const [shown, other] = [await site.picture(ada), await site.picture(ada)];
      await publish(ada, { longDescription: `![a](${shown})` });
      const file = (await (await ada.request('/api/account/data')).json()) as {
        pictures: { address: string }[];
      };
      expect(file.pictures.map(({ address }) => address)).toEqual([shown, other]);
      await ada.call(deleteMyAccount, { body: { password: '', blogs } });
      // The account may be restored for a week, and keeps its pictures until then.
      await site.sweep(30);
      expect([await site.isThere(shown), await site.isThere(other)]).toEqual([true, true]);

      await storage.write(async (write) => {
        for (const part of personalDataOf(storage)) {
          if ('end' in part) await part.end?.(write, ada.person.id);
        }
        await write.db.deleteFrom('people').where('id', '=', ada.person.id).execute();
      });
      await site.sweep(0);
      expect([await site.isThere(shown), await site.isThere(other)]).toEqual([
        blogs === 'keep',
        false,
      ]);
    },
  );
}
