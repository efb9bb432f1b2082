import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { distFolder } from '../../../test/dist-folder.ts';
import { givenBlogs } from '../../blog/server/testing.ts';
import { addComment } from '../../features/comments/contract.ts';
import { latestBlogs } from '../../features/reading/contract/lists.ts';
import { addWish } from '../../features/wishlist/contract.ts';
import { givenMember, type Member } from '../../identity/testing.ts';
import type { ApiCaller } from '../../platform/contract/call-api.ts';
import { gzipParts, plainParts } from '../../platform/page-cache/gzip-pieces.ts';
import { createMemberData, type MemberData } from '../../platform/page-cache/slots/member-data.ts';
import {
  readTemplate,
  SharedSegments,
  writeTemplate,
} from '../../platform/page-cache/slots/stored-template.ts';
import { createTemplate, fill, type Template } from '../../platform/page-cache/slots/template.ts';
import type { PageBinding } from '../../platform/page-cache/stored-members-pages.ts';
import type { Storage } from '../../storage/storage.ts';
import { testOnEachEngine } from '../../storage/testing.ts';
import { cachedAddresses } from '../registry.ts';
import { type ListeningApp, listen } from '../testing.ts';
import { loadBuiltPages, readPageAssets } from './page-renderer.ts';
import type { RenderRequest } from './render.tsx';

const renderer = await loadBuiltPages(distFolder);
const noGrowth = () => {};

const bound = ({ sources, readerOf }: PageBinding) => ({
  sourceOf: (name: string) => sources.find((source) => source.name === name),
  readerOf,
  joined: new SharedSegments(),
});

interface World {
  readonly site: ListeningApp;
  readonly members: readonly Member[];
  /** One URL of each page that is rendered once for all members. */
  readonly urls: readonly string[];
}

async function start(storage: Storage): Promise<World> {
  const site = await listen(storage);
  const [ada, ben] = [
    await givenMember(storage, site.url, 'Ada "the first" <Lovelace>'),
    await givenMember(storage, site.url, 'Ben'),
  ];
  await givenBlogs(storage, [{ longDescription: '# Ümlaut\n\n'.repeat(300) }, {}, {}]);
  const [blog] = (await ada.call(latestBlogs, {})).body;
  const id = blog?._id ?? '';
  await ada.call(addWish, { body: { reviewId: id } });
  await ben.call(addComment, { body: { blogId: id, comment: 'Of Ben.' } });
  const urls = cachedAddresses()
    .filter(({ memberTags }) => memberTags)
    .map(({ path }) => path.replace(':id', path.startsWith('/author/') ? ada.person.id : id));
  return { site, members: [ada, ben], urls };
}

function asked({ site }: World, { cookie }: Member, url: string): RenderRequest {
  const caller: ApiCaller = (endpoint, input) => site.callDirectly(cookie, endpoint, input);
  return {
    url,
    caller,
    settings: { siteUrl: site.url, reading: 'members' },
    assetsOf: readPageAssets(path.join(distFolder, 'browser')),
  };
}

async function dataOf(
  { sources }: Template,
  { person }: Member,
  { caller }: RenderRequest,
): Promise<readonly MemberData[]> {
  const values = sources.map(async ({ load }) => (load ? load(caller) : person));
  return (await Promise.all(values)).map((value) => createMemberData(value));
}

function filled(template: Template, data: readonly MemberData[]): readonly [string, string] {
  const pieces = fill(template, data);
  const packed = Buffer.concat([...gzipParts(pieces)]);
  return [Buffer.concat([...plainParts(pieces)]).toString(), gunzipSync(packed).toString()];
}

testOnEachEngine(
  'a stored template that is read back fills in to the same page',
  async ({ storage }) => {
    const world = await start(storage);
    expect(world.urls.length).toBeGreaterThan(4);
    for (const url of world.urls) {
      for (const member of world.members) {
        const request = asked(world, member, url);
        const { template: markup } = await renderer.renderTemplate(request);
        if (!markup) throw new Error(`${url} leads elsewhere.`);
        let grown = 0;
        const made = await createTemplate(markup, (more) => {
          grown += more;
        });
        const data = await dataOf(made, member, request);
        const sizes: number[] = [];
        for (const form of ['gzip', 'identity'] as const) {
          const bytes = writeTemplate(made, form);
          const binding = bound(await renderer.bindingOf(request));
          const copied = readTemplate(Buffer.from(bytes), binding, noGrowth, true);
          const read = readTemplate(bytes, binding, noGrowth);
          if (!read || !copied) throw new Error(`${url} can't be read.`);

          expect(read.digest).toBe(made.digest);
          expect(writeTemplate(read, form)).toEqual(bytes);
          sizes.push(read.bytes);
          const [plain, packed] = filled(read, data);
          expect(plain).toBe(packed);
          expect(filled(read, data)).toEqual(filled(made, data));
          expect(plain).toContain(member.person.email);
          bytes.fill(0);
          expect(filled(copied, data)[0]).toBe(plain);
        }
        const [packedBytes = 0, plainBytes = 0] = sizes;
        expect(packedBytes).toBeLessThan(plainBytes / 2);
        expect(plainBytes).toBeLessThan(made.bytes + grown);
      }
    }
  },
);

testOnEachEngine(
  'a stored template is not read after its sources, readers or format have changed',
  async ({ storage }) => {
    const world = await start(storage);
    const [ada] = world.members as [Member];
    const request = asked(world, ada, world.urls.find((url) => url.startsWith('/blog/')) ?? '');
    const { template: markup } = await renderer.renderTemplate(request);
    const bytes = writeTemplate(
      await createTemplate(markup as NonNullable<typeof markup>, noGrowth),
      'identity',
    );
    const binding = await renderer.bindingOf(request);
    const isThere = (changed: Partial<typeof binding>, of = bytes) =>
      readTemplate(of, bound({ ...binding, ...changed }), noGrowth) !== undefined;

    expect(isThere({})).toBe(true);
    expect(isThere({ sources: binding.sources.slice(1) })).toBe(false);
    expect(isThere({ sources: binding.sources.slice(0, 1) })).toBe(false);
    for (const gone of ['may-edit', 'is-wished', 'account-label', 'wrote-comment']) {
      const readerOf = (name: string) => (name === gone ? undefined : binding.readerOf(name));
      expect({ gone, isThere: isThere({ readerOf }) }).toEqual({ gone, isThere: false });
    }
    const other = Buffer.from(
      bytes.toString('latin1').replace('"format":3', '"format":0'),
      'latin1',
    );
    expect(isThere({}, other)).toBe(false);
  },
);
