import path from 'node:path';
import { expect } from 'vitest';
import { distFolder } from '../../../test/dist-folder.ts';
import { givenBlogs } from '../../blog/server/testing.ts';
import { latestBlogs } from '../../features/reading/contract/lists.ts';
import { givenMember } from '../../identity/testing.ts';
import type { ApiCaller } from '../../platform/contract/call-api.ts';
import type { Storage } from '../../storage/storage.ts';
import { testOnEachEngine } from '../../storage/testing.ts';
import { cachedAddresses } from '../registry.ts';
import { listen } from '../testing.ts';
import type { KeptParts } from './kept-parts.ts';
import { loadBuiltPages, readPageAssets } from './page-renderer.ts';
import type { RenderRequest } from './render.tsx';

const renderer = await loadBuiltPages(distFolder);
const assetsOf = readPageAssets(path.join(distFolder, 'browser'));

/** Shares replies as the page cache does: the same objects until `forget`. */
function sharing(caller: ApiCaller) {
  const known = new Map<string, unknown>();
  const shared: ApiCaller = async (endpoint, input) => {
    const name = endpoint.path + JSON.stringify(input);
    const reply = known.get(name) ?? (await caller(endpoint, input));
    known.set(name, reply);
    return reply as never;
  };
  return { shared, forget: () => known.clear() };
}

async function start(storage: Storage) {
  const site = await listen(storage);
  const ada = await givenMember(storage, site.url);
  await givenBlogs(storage, [{}, {}, {}]);
  const [blog] = (await ada.call(latestBlogs, {})).body;
  const of = (cookie?: string) =>
    sharing((endpoint, input) => site.callDirectly(cookie, endpoint, input));
  const asked: Omit<RenderRequest, 'url' | 'caller'> = {
    settings: { siteUrl: site.url, reading: 'members' },
    assetsOf,
  };
  const urls = cachedAddresses()
    .filter(({ memberTags }) => memberTags)
    .map(({ path: at }) =>
      at.replace(':id', at.includes('author') ? ada.person.id : `${blog?._id}`),
    )
    .flatMap((url) => [url, `${url}?filter=Travel`]);
  return { asked, urls, strangers: of(), members: of(ada.cookie) };
}

/** The template without its random nonce. */
async function templateOf(request: RenderRequest): Promise<string> {
  const { template } = await renderer.renderTemplate(request);
  return template?.html.replaceAll(template.nonce, '') ?? '';
}

testOnEachEngine(
  'a page with cached parts equals the page rendered without them',
  async ({ storage }) => {
    const { asked, urls, strangers, members } = await start(storage);
    const kept: KeptParts = new Map();
    for (const url of [...urls, ...urls.toReversed()]) {
      const stranger = { ...asked, url, caller: strangers.shared };
      const { html } = await renderer.render(stranger, null);
      expect((await renderer.render({ ...stranger, kept }, null)).html).toBe(html);
      const all = { ...asked, url, caller: members.shared };
      expect(await templateOf({ ...all, kept })).toBe(await templateOf(all));
    }
    expect([...kept.keys()].sort()).toEqual([
      'footer',
      'menu',
      'menu-theme',
      'navigation',
      'sidebar',
      'theme-toggle',
    ]);
  },
);

testOnEachEngine(
  'a cached part is used until the settings or its replies change',
  async ({ storage }) => {
    const { asked, strangers } = await start(storage);
    const kept: KeptParts = new Map();
    const read = async (url: string, settings = asked.settings) => {
      const request = { ...asked, url, settings, caller: strangers.shared, kept };
      return (await renderer.render(request, null)).html;
    };
    const mark = '<!-- kept -->';
    await read('/Contact-us');
    const sidebar = kept.get('sidebar') ?? [];
    kept.set(
      'sidebar',
      sidebar.map((part) => ({ ...part, html: mark })),
    );

    expect(await read('/All-blogs')).toContain(mark);
    expect(await read('/All-blogs', { ...asked.settings, own: { name: 'Other' } })).not.toContain(
      mark,
    );
    strangers.forget();
    expect(await read('/All-blogs')).not.toContain(mark);
  },
);
