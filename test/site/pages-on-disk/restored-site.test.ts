import { expect } from 'vitest';
import { makeBackup } from '../../../src/app/backup/make-backup.ts';
import { restoreBackup } from '../../../src/app/backup/restore/restore-backup.ts';
import { testFolder, testPlace } from '../../../src/app/backup/testing-backup.ts';
import { listen } from '../../../src/app/testing.ts';
import { givenBlogs } from '../../../src/blog/server/testing.ts';
import { allTexts } from '../../../src/blog/server/texts.ts';
import type { Storage } from '../../../src/storage/storage.ts';
import { engines, testEngine } from '../../../src/storage/testing.ts';
import { untilOpen } from './testing-site.ts';

/** A blog's title after the backup. */
const secret = 'Regretted';
/** The other tests' transactions are over by then. */
const patienceMs = 20_000;

/** The site's reply at each of its addresses, requested twice: rendered, and from the cache. */
async function readAll(storage: Storage, dataDir: string) {
  const site = await listen(storage, { DATA_DIR: dataDir, PAGES_ON_DISK: '64' });
  await untilOpen(site);
  const rows = await allTexts(storage.reader).selectFrom('blogs').select('id').execute();
  const blogs = rows.flatMap(({ id }) => [`/blog/${id}`, `/api/blog/${id}`]);
  const replies: string[] = [];
  for (const each of ['/', '/All-blogs', '/api/allBlogs', '/feed.xml', ...blogs]) {
    const read = async () => (await fetch(site.url + each)).text();
    replies.push(await read(), await read());
  }
  const { renders, diskHits } = site.pageCache.stats();
  await site.app.close();
  return { replies, renders, diskHits };
}

for (const engine of engines) {
  testEngine(
    engine,
    'a restored site shows nothing of its cached pages from before',
    { tags: 'slow', timeout: 60_000 },
    async () => {
      const place = await testPlace(engine);
      const { database, dataDir } = place;
      const before = await database.open();
      await givenBlogs(before, [{ title: 'Kept' }, { title: 'Changed later' }]);
      const { file } = await makeBackup({ ...place, folder: testFolder() });
      await before.write(async ({ db, touch }) => {
        await allTexts(db)
          .updateTable('blogs')
          .set({ title: secret })
          .where('title', '=', 'Changed later')
          .execute();
        touch('*');
      });
      const old = await readAll(before, dataDir);
      expect(old.replies.filter((reply) => reply.includes(secret)).length).toBeGreaterThan(5);
      // A transaction that another test of the same PostgreSQL server has open makes pages look older than they are.
      await expect
        .poll(() => readAll(before, dataDir), { timeout: patienceMs })
        .toMatchObject({ replies: old.replies, renders: 0 });
      await before.close();

      await restoreBackup({ ...place, file, replace: true, say: () => {} });
      const restored = await database.open();
      for (const _ of ['made', 'kept']) {
        const { replies } = await readAll(restored, dataDir);
        expect(replies.filter((reply) => reply.includes(secret))).toEqual([]);
        expect(replies.join()).toContain('Changed later');
      }
      await expect
        .poll(() => readAll(restored, dataDir), { timeout: patienceMs })
        .toMatchObject({ renders: 0 });
    },
  );
}
