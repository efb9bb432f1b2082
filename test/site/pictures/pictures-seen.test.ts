import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, vi } from 'vitest';
import { listen } from '../../../src/app/testing.ts';
import { text } from '../../../src/blog/server/testing.ts';
import { deleteMyAccount } from '../../../src/features/account/contract/account-page.ts';
import { moveText } from '../../../src/features/moderation/contract/manage.ts';
import {
  clearProfile,
  findPictures,
  putProfileBack,
  takeDownPicture,
} from '../../../src/features/pictures/contract/manage.ts';
import { startTestBucket } from '../../../src/features/pictures/server/bucket/testing-bucket.ts';
import {
  plainPicture,
  send,
  sent,
} from '../../../src/features/pictures/server/testing-pictures.ts';
import { saveSettings } from '../../../src/features/settings/contract/settings.ts';
import { acts } from '../../../src/features/staff/contract/audit.ts';
import { liftSuspension, suspend } from '../../../src/features/staff/contract/people.ts';
import { saveDraft } from '../../../src/features/writing/drafts/contract/drafts.ts';
import {
  endPreviewLink,
  makePreviewLink,
} from '../../../src/features/writing/drafts/contract/preview-link.ts';
import { deleteBlog, takeBlogBack } from '../../../src/features/writing/own-texts/contract.ts';
import {
  addBlog,
  updateBlog,
} from '../../../src/features/writing/publishing/contract/publishing.ts';
import { givenMember, type Member } from '../../../src/identity/testing.ts';
import {
  ownPictureFormats,
  ownPictureOf,
  widthsOf,
} from '../../../src/platform/text/own-picture.ts';
import type { Storage } from '../../../src/storage/storage.ts';
import { testOnBothEngines, testOnEachEngine } from '../../../src/storage/testing.ts';

vi.setConfig({ testTimeout: 60_000 });

/** All addresses of a picture: the original and each size and format. */
function addressesOf(address: string): readonly string[] {
  const picture = ownPictureOf(address);
  if (!picture) throw new Error(`${address} is no picture's.`);
  const sizes = widthsOf(picture).flatMap((width) =>
    ownPictureFormats.map((format) => `/images/uploads/${picture.name}-${width}.${format}`),
  );
  return [address, ...sizes];
}

async function startSite(storage: Storage, settings: Readonly<Record<string, string>> = {}) {
  const { url } = await listen(storage, settings);
  const member = (name: string, role?: Member['person']['role']) =>
    givenMember(storage, url, name, role);
  /** The status that all addresses of a picture have for this member; for a signed-out visitor by default. */
  async function statusOf(address: string, who?: Member): Promise<number> {
    const statuses = await Promise.all(
      addressesOf(address).map(async (one) => {
        const reply = await fetch(url + one, { headers: who ? { cookie: who.cookie } : {} });
        await reply.arrayBuffer();
        return reply.status;
      }),
    );
    expect(new Set(statuses).size, `${address}: ${statuses}`).toBe(1);
    return statuses[0] ?? 0;
  }
  return { url, member, statusOf };
}

const publish = async (by: Member, changes: Partial<typeof text>) =>
  (await by.call(addBlog, { body: { ...text, ...changes } })).body._id;

const draftOf = (address: string) => ({
  baseTag: null,
  revision: null,
  device: 'd',
  sequence: 1,
  text: { ...text, imageUrl: address },
});

testOnBothEngines(
  'a picture is public at all its sizes while something public shows it',
  { tags: 'slow' },
  async ({ storage }) => {
    const { url, member, statusOf } = await startSite(storage);
    const [ada, ben, mod] = [
      await member('Ada'),
      await member('Ben'),
      await member('Mod', 'moderator'),
    ];
    const { address } = await sent(ada, await plainPicture(10));
    const seen = async () => [
      await statusOf(address),
      await statusOf(address, ben),
      await statusOf(address, ada),
      await statusOf(address, mod),
    ];
    const [nobodyElse, everybody] = [
      [404, 404, 200, 200],
      [200, 200, 200, 200],
    ];
    expect(await seen()).toEqual(nobodyElse);
    const own = await ada.request(address);
    expect(own.headers.get('cache-control')).toBe('private, no-store');
    expect((await fetch(url + address)).headers.get('cache-control')).toBe('no-store');

    const id = await publish(ada, { longDescription: `![a](${address})` });
    expect(await seen()).toEqual(everybody);
    const shown = await fetch(url + address);
    expect(shown.headers.get('cache-control')).toBe('public, max-age=300, must-revalidate');

    const move = { kind: 'blog', id, reason: 'Not fit.' } as const;
    for (const to of ['hidden', 'removed', 'waiting'] as const) {
      await mod.call(moveText, { body: { ...move, from: 'shown', to } });
      expect(await seen(), to).toEqual(nobodyElse);
      const etag = shown.headers.get('etag') ?? '';
      const again = await fetch(url + address, { headers: { 'if-none-match': etag } });
      expect(again.status).toBe(404);
      await mod.call(moveText, { body: { ...move, from: to, to: 'shown' } });
      expect(await seen(), to).toEqual(everybody);
    }
    const params = { id };
    await ada.call(updateBlog, { params, body: { ...text, longDescription: 'Nothing.' } });
    expect(await seen()).toEqual(nobodyElse);
    await ada.call(updateBlog, { params, body: { ...text, imageUrl: address } });
    expect(await seen()).toEqual(everybody);
    await ada.call(takeBlogBack, { params });
    expect(await seen()).toEqual(nobodyElse);

    // A shared link to a draft shows its pictures as well.
    const key = 'new';
    await ada.call(saveDraft, { params: { key }, body: draftOf(address) });
    expect(await seen()).toEqual(nobodyElse);
    await ada.call(makePreviewLink, { params: { key } });
    expect(await seen()).toEqual(everybody);
    await ada.call(endPreviewLink, { params: { key } });
    expect(await seen()).toEqual(nobodyElse);

    const other = await publish(ben, { imageUrl: address });
    expect(await seen()).toEqual(everybody);
    await ben.call(deleteBlog, { params: { id: other }, query: { title: text.title } });
    expect([await statusOf(address), await statusOf(address, ben)]).toEqual([404, 200]);
  },
);

testOnEachEngine(
  'a profile photo and the pictures of the site’s settings are public while they are in use',
  async ({ storage }) => {
    const { member, statusOf } = await startSite(storage);
    const [ada, owner] = [await member('Ada'), await member('Olive', 'owner')];
    const { address: photo } = await sent(ada, await plainPicture(20));
    const { address: mark } = await sent(owner, await plainPicture(30));
    const setPhoto = (photo_url: string | null) =>
      storage.write(async ({ db, touch }) => {
        await db.updateTable('people').set({ photo_url }).where('id', '=', ada.person.id).execute();
        touch(`person:${ada.person.id}`);
      });
    expect([await statusOf(photo), await statusOf(mark)]).toEqual([404, 404]);
    await setPhoto(photo);
    await owner.call(saveSettings, { body: { version: 0, settings: { markPicture: mark } } });
    expect([await statusOf(photo), await statusOf(mark)]).toEqual([200, 200]);
    await setPhoto(null);
    expect([await statusOf(photo), await statusOf(mark)]).toEqual([404, 200]);
    await setPhoto(photo);
    await owner.call(saveSettings, { body: { version: 1, settings: {} } });
    expect([await statusOf(photo), await statusOf(mark)]).toEqual([200, 404]);
    // The photo of a deleted account isn't public.
    await ada.call(deleteMyAccount, { body: { password: '', blogs: 'keep' } });
    expect(await statusOf(photo)).toBe(404);
  },
);

testOnEachEngine(
  'a picture that a visitor may not see is not requested from the bucket',
  async ({ storage }) => {
    const bucket = await startTestBucket();
    const { settings } = bucket;
    const { member, statusOf } = await startSite(storage, {
      PICTURES_S3_ENDPOINT: settings.endpoint,
      PICTURES_S3_BUCKET: settings.bucket,
      PICTURES_S3_REGION: settings.region,
      PICTURES_S3_KEY_ID: settings.keyId,
      PICTURES_S3_SECRET: settings.secret,
    });
    const ada = await member('Ada');
    const { address } = await sent(ada, await plainPicture(10));
    const id = await publish(ada, { imageUrl: address });
    expect(await statusOf(address)).toBe(200);
    await ada.call(deleteBlog, { params: { id }, query: { title: text.title } });
    const asked = bucket.asked.length;
    expect(await statusOf(address)).toBe(404);
    expect(bucket.asked.length).toBe(asked);
    expect(await statusOf(address, ada)).toBe(200);
  },
);

testOnBothEngines(
  'another process notices when a picture becomes public or private',
  { tags: 'slow' },
  async ({ storage, open }) => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'content-hub-seen-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const here = await startSite(storage, { DATA_DIR: dataDir });
    const there = await startSite(await open(), { DATA_DIR: dataDir });
    const ada = await here.member('Ada');
    const { address } = await sent(ada, await plainPicture(10));
    const id = await publish(ada, { imageUrl: address });
    await expect.poll(() => there.statusOf(address)).toBe(200);
    await ada.call(deleteBlog, { params: { id }, query: { title: text.title } });
    await expect.poll(() => there.statusOf(address)).toBe(404);
  },
);

const reason = 'Not fit.';

testOnEachEngine(
  'a picture taken down by staff is gone for everybody, and can’t be uploaded again',
  async ({ storage }) => {
    const { url, member, statusOf } = await startSite(storage, { PICTURES_PER_ACCOUNT: '1' });
    const [ada, ben] = [await member('Ada'), await member('Benno')];
    const [mod, owner] = [await member('Mod', 'moderator'), await member('Olive', 'owner')];
    const bytes = await plainPicture(10);
    const { address } = await sent(ada, bytes);
    await sent(ben, bytes);
    const id = await publish(ada, { imageUrl: address });
    expect(await statusOf(address)).toBe(200);

    const found = await mod.call(findPictures, { query: { address: `${url}/blog/${id}` } });
    expect(found.body).toMatchObject({
      pictures: [{ address, isPublic: true, takenDown: null, blogs: [{ id, isVisible: true }] }],
      profile: { id: ada.person.id },
    });
    const [, small = ''] = addressesOf(address);
    await mod.call(takeDownPicture, { body: { address: url + small, reason: 'Benno sent it.' } });
    for (const who of [undefined, ada, ben, mod, owner]) {
      expect(await statusOf(address, who)).toBe(404);
    }
    for (const who of [ada, ben]) {
      const again = await send(who, bytes);
      expect([again.status, await again.text()]).toEqual([
        409,
        expect.stringContaining('it can’t be put here again'),
      ]);
    }
    // It counts towards nobody's quota.
    const rows = await storage.reader.selectFrom('pictures').selectAll().execute();
    expect(rows).toMatchObject([{ owner_id: null, bytes: 0, look_at: 0 }]);
    // The log keeps no name of the person who had it after the account is gone.
    const reason = '(this person) sent it.';
    const log = await owner.call(acts, { query: { kind: 'picture' } });
    expect(log.body.acts).toMatchObject([{ act: 'picture-taken-down', reason }]);
    const after = await mod.call(findPictures, { query: { address } });
    expect(after.body.pictures).toMatchObject([{ isPublic: false, takenDown: { reason } }]);
    // Taking it down again changes nothing.
    await mod.call(takeDownPicture, { body: { address, reason } });
    expect((await owner.call(acts, { query: { kind: 'picture' } })).body.acts).toHaveLength(1);
  },
);

testOnEachEngine('only owners can act on pictures and profiles of staff', async ({ storage }) => {
  const { member, statusOf } = await startSite(storage);
  const [mod, owner] = [await member('Mod', 'moderator'), await member('Olive', 'owner')];
  const other = await member('Max', 'moderator');
  const { address } = await sent(other, await plainPicture(10));
  const down = { body: { address, reason } };
  const params = { id: other.person.id };
  const clear = { params, body: { field: 'photo', reason } } as const;
  const onlyOwners = { status: 409, code: 'owners-only' };
  await expect(mod.call(takeDownPicture, down)).rejects.toMatchObject(onlyOwners);
  await expect(mod.call(clearProfile, clear)).rejects.toMatchObject(onlyOwners);
  expect(await statusOf(address, other)).toBe(200);
  await owner.call(clearProfile, clear);
  await expect(
    mod.call(putProfileBack, { params, body: { field: 'photo' } }),
  ).rejects.toMatchObject(onlyOwners);
  await owner.call(takeDownPicture, down);
  expect(await statusOf(address, other)).toBe(404);
});

testOnEachEngine(
  'only owners take down a picture without an owner that a blog of staff or the settings show',
  async ({ storage }) => {
    const { member, statusOf } = await startSite(storage);
    const [mod, owner] = [await member('Mod', 'moderator'), await member('Olive', 'owner')];
    const max = await member('Max', 'moderator');
    const [{ address: cover }, { address: mark }] = [
      await sent(max, await plainPicture(10)),
      await sent(owner, await plainPicture(20)),
    ];
    // As an import or a deleted account leaves them.
    await storage.write(({ db }) =>
      db
        .updateTable('pictures')
        .set({ owner_id: null, look_at: Number.MAX_SAFE_INTEGER })
        .execute(),
    );
    const id = await publish(max, { imageUrl: cover });
    const saved = { version: 0, settings: { markPicture: mark } };
    await owner.call(saveSettings, { body: saved });
    const takeDown = (by: Member, address: string) =>
      by.call(takeDownPicture, { body: { address, reason } });
    const onlyOwners = { status: 409, code: 'owners-only' };
    await expect(takeDown(mod, cover)).rejects.toMatchObject(onlyOwners);
    await expect(takeDown(mod, mark)).rejects.toMatchObject(onlyOwners);
    expect([await statusOf(cover), await statusOf(mark)]).toEqual([200, 200]);
    await takeDown(owner, mark);
    expect(await statusOf(mark)).toBe(404);
    // What no visible blog shows is about nobody.
    await max.call(takeBlogBack, { params: { id } });
    await takeDown(mod, cover);
    expect(await statusOf(cover, max)).toBe(404);
  },
);

testOnEachEngine(
  'the photo of a suspended person is hidden until the suspension is lifted or over',
  async ({ storage }) => {
    const { member, statusOf } = await startSite(storage);
    const [ada, ben] = [await member('Ada'), await member('Ben')];
    const owner = await member('Olive', 'owner');
    const { address } = await sent(ada, await plainPicture(10));
    const { id } = ada.person;
    const change = (changes: { photo_url: string } | { suspended_until: number }) =>
      storage.write(({ db }) =>
        db.updateTable('people').set(changes).where('id', '=', id).execute(),
      );
    await change({ photo_url: address });
    const seen = async () => [
      await statusOf(address),
      await statusOf(address, ben),
      await statusOf(address, owner),
    ];
    expect(await seen()).toEqual([200, 200, 200]);
    const suspension = { params: { id }, body: { until: null, reason } };
    await owner.call(suspend, suspension);
    expect(await seen()).toEqual([404, 404, 200]);
    await owner.call(liftSuspension, { params: { id } });
    expect(await seen()).toEqual([200, 200, 200]);
    await owner.call(suspend, suspension);
    expect(await seen()).toEqual([404, 404, 200]);
    await change({ suspended_until: Date.now() - 1 });
    expect(await seen()).toEqual([200, 200, 200]);
  },
);

testOnEachEngine(
  'staff clear a photo and a bio, and restore one that was not replaced since',
  async ({ storage }) => {
    const { url, member, statusOf } = await startSite(storage);
    const [ada, mod] = [await member('Ada'), await member('Mod', 'moderator')];
    const { address } = await sent(ada, await plainPicture(10));
    await publish(ada, {});
    await storage.write(async ({ db, touch }) => {
      const bio = 'Buy my pills.';
      const changes = { photo_url: address, bio };
      await db.updateTable('people').set(changes).where('id', '=', ada.person.id).execute();
      touch('*');
    });
    const page = async () => (await fetch(`${url}/author/${ada.person.id}`)).text();
    expect(await page()).toContain('Buy my pills.');
    expect(await statusOf(address)).toBe(200);

    const params = { id: ada.person.id };
    await mod.call(clearProfile, { params, body: { field: 'bio', reason } });
    await mod.call(clearProfile, { params, body: { field: 'photo', reason } });
    expect(await page()).not.toContain('Buy my pills.');
    expect(await statusOf(address)).toBe(404);
    const { body } = await mod.call(findPictures, { query: { address: ada.person.id } });
    expect(body.profile).toMatchObject({ bio: '', photo: '', cleared: { bio: { reason } } });
    await expect(
      mod.call(clearProfile, { params, body: { field: 'bio', reason } }),
    ).rejects.toMatchObject({ status: 409 });

    await mod.call(putProfileBack, { params, body: { field: 'photo' } });
    expect(await statusOf(address)).toBe(200);
    await storage.write(({ db }) =>
      db.updateTable('people').set({ bio: 'Sorry.' }).where('id', '=', params.id).execute(),
    );
    await expect(
      mod.call(putProfileBack, { params, body: { field: 'bio' } }),
    ).rejects.toMatchObject({ status: 409, code: 'nothing-to-put-back' });
    const log = await mod.call(acts, { query: { subject: params.id } });
    expect(log.body.acts.map(({ act }) => act)).toEqual([
      'photo-put-back',
      'photo-cleared',
      'bio-cleared',
    ]);
  },
);
