/**
 * `npm run bench:cold -- [--posts 1500] [--profile FOLDER]`: the site's processor time for a page that isn't cached,
 * signed out and signed in. Requests each of that many posts once, with gzip. With a folder, Node writes its CPU
 * profiles there.
 */
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { parseArgs } from 'node:util';
import { buildSite } from '../scripts/build-site.ts';
import { endOnSignals } from '../test/undone-at-exit.ts';
import { fillWithPosts } from './speed/posts.ts';
import { siteCommand, startSite } from './start-site.ts';

/** Share of the posts that is read first, to warm up the compiler; these stay in memory. */
const warmShare = 0.25;
/** Number of parts to report separately: they show whether the compiler is still warming up. */
const parts = 4;

const { values } = parseArgs({
  options: { posts: { type: 'string', default: '1500' }, profile: { type: 'string' } },
});

async function read(url: string, agent: Agent, cookie: string | undefined): Promise<number> {
  const headers = { 'accept-encoding': 'gzip', ...(cookie && { cookie }) };
  const [reply] = await once(get(url, { agent, headers }), 'response');
  let bytes = 0;
  for await (const chunk of reply) bytes += (chunk as Buffer).length;
  if (reply.statusCode !== 200) throw new Error(`${url}: ${reply.statusCode}`);
  return bytes;
}

async function measure(isMember: boolean): Promise<void> {
  const [node = process.execPath, ...options] = await siteCommand();
  const profile = values.profile ? ['--cpu-prof', `--cpu-prof-dir=${values.profile}`] : [];
  const site = await startSite({ DEMO: 'off', LIMITS: '0' }, [node, ...profile, ...options]);
  const agent = new Agent({ keepAlive: true });
  try {
    const { blogIds, cookie } = await fillWithPosts(site.origin, Number(values.posts));
    const urls = blogIds.map((id) => `${site.origin}/blog/${id}`);
    const warm = Math.floor(urls.length * warmShare);
    const readAll = async (some: readonly string[]) => {
      let bytes = 0;
      for (const url of some) bytes += await read(url, agent, isMember ? cookie : undefined);
      return bytes;
    };
    await readAll(urls.slice(0, warm));
    const each = Math.floor((urls.length - warm) / parts);
    const figures: string[] = [];
    let bytes = 0;
    for (let part = 0; part < parts; part += 1) {
      const before = site.cpuMs();
      bytes += await readAll(urls.slice(warm + part * each, warm + (part + 1) * each));
      figures.push(((site.cpuMs() - before) / each).toFixed(2));
    }
    const who = isMember ? 'signed in' : 'signed out';
    const size = Math.round(bytes / (parts * each));
    console.log(`${who}: ${figures.join(', ')} ms of processor time and ${size} bytes a page`);
  } finally {
    agent.destroy();
    await site.stop();
  }
}

endOnSignals();
if (!buildSite()) process.exit(1);
await measure(false);
await measure(true);
