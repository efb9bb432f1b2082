import path from 'node:path';
import { expect } from 'vitest';
import { listen } from '../../../src/app/testing.ts';
import { createPictureMaker } from '../../../src/features/pictures/server/picture-maker.ts';
import { exportSite } from '../../../src/features/transfer/contract.ts';
import { unzip } from '../../../src/features/transfer/server/export/testing-unzip.ts';
import { givenMember } from '../../../src/identity/testing.ts';
import { addressOf } from '../../../src/platform/contract/call-api.ts';
import { createTestDatabase, testOnEachEngine } from '../../../src/storage/testing.ts';
import { blogsIn, exportOf, foreignText, run } from '../imports/testing-imports.ts';
import { newFolder } from '../marked/marked-sites.ts';
import { exported, importAll } from './reading-back.ts';

const maker = createPictureMaker();

testOnEachEngine(
  'an export of a site that is more closed is imported as drafts',
  async ({ storage, engine }) => {
    await run(storage, exportOf([foreignText('one')]));
    const signedIn = 'kept as a draft: only signed-in readers could read it there';
    const invited = 'kept as a draft: only invited readers could read it there';
    const imports = [
      ['everybody', 'everybody', undefined],
      ['signed-in', 'everybody', signedIn],
      ['signed-in', 'signed-in', undefined],
      ['signed-in', 'invited', undefined],
      ['invited', 'signed-in', invited],
      ['invited', 'invited', undefined],
    ] as const;
    for (const [there, here, note] of imports) {
      const first = { storage, uploads: newFolder(), siteAudience: there };
      const folder = await exported(first, path.join(newFolder(), 'site'));
      const other = await (await createTestDatabase(engine)).open();
      const second = { storage: other, uploads: newFolder(), siteAudience: here };
      const { results } = await importAll(second, folder, maker);
      const found = results[0]?.notes?.find((one) => one.startsWith('kept as a draft'));
      expect([there, here, found]).toEqual([there, here, note]);
      const [blog] = await blogsIn(other);
      expect([there, here, blog?.state]).toEqual([there, here, note ? 'draft' : 'published']);
    }
  },
);

testOnEachEngine(
  'an export names the readers of its site, and that for Ghost those there',
  async ({ storage }) => {
    await run(storage, exportOf([foreignText('one')]));
    const readers = { public: ['everybody', 'public'], members: ['signed-in', 'members'] } as const;
    for (const [READING, named] of Object.entries(readers)) {
      const { url } = await listen(storage, { READING });
      const owner = await givenMember(storage, url, `Olga ${READING}`, 'owner');
      const filesOf = async (form: 'markdown' | 'ghost') => {
        const reply = await owner.request(addressOf(exportSite.path, { form }));
        return [...unzip(Buffer.from(await reply.arrayBuffer()))];
      };
      const [, beside] =
        (await filesOf('markdown')).find(([name]) => /^posts\/.*\.json$/.test(name)) ?? [];
      const [, ghost] = (await filesOf('ghost')).find(([name]) => name === 'ghost.json') ?? [];
      const { audience } = JSON.parse(String(beside));
      const [post] = JSON.parse(String(ghost)).db[0].data.posts;
      expect([audience, post.visibility]).toEqual(named);
    }
  },
);
