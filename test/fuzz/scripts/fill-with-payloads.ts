import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runProgram } from '../../running-site.ts';
import type { FuzzedSite, FuzzMember } from '../site/fuzzed-site.ts';
import { packPayloads, scriptPayloads } from './script-payloads.ts';

/** How thorough to be: payloads per text, and number of people whose names and photos are made of payloads. */
export interface Thoroughness {
  readonly each: number;
  readonly people: number;
}

/** A site with payloads in every field that a user can fill in. */
export interface FilledSite {
  readonly author: FuzzMember;
  /** A blog that holds all payloads, also in its comments. */
  readonly blogId: string;
  /** Ids of all blogs of the author. */
  readonly blogIds: readonly string[];
  /** Requests that filled the site; `refused` of them were refused. */
  readonly sent: number;
  readonly refused: number;
}

const picture = '/images/categories/technology.webp';
const workers = 8;

interface Sender {
  sent: number;
  refused: number;
  send(
    member: FuzzMember,
    method: string,
    path: string,
    body: unknown,
  ): Promise<string | undefined>;
}

/** Sends as a member; resolves to the reply's `_id`, or undefined if it was refused. Throws on 5xx. */
function createSender({ url }: FuzzedSite): Sender {
  const sender: Sender = {
    sent: 0,
    refused: 0,
    async send({ cookie }, method, target, body) {
      sender.sent += 1;
      const headers = { cookie, origin: url, 'content-type': 'application/json' };
      const reply = await fetch(`${url}${target}`, { method, headers, body: JSON.stringify(body) });
      const text = await reply.text();
      if (reply.status >= 500) throw new Error(`${method} ${target}: ${reply.status} ${text}`);
      if (!reply.ok) sender.refused += 1;
      return reply.ok ? (/"_id":"([^"]+)"/.exec(text)?.[1] ?? '') : undefined;
    },
  };
  return sender;
}

async function inLanes<T>(values: readonly T[], act: (value: T, index: number) => Promise<void>) {
  let next = 0;
  const worker = async () => {
    while (next < values.length) {
      const index = next++;
      await act(values[index] as T, index);
    }
  };
  await Promise.all(Array.from({ length: workers }, worker));
}

/** Picture addresses made from a payload, the most dangerous first. */
function addressesOf(payload: string): readonly string[] {
  const plain = payload.replace(/[\s\\]/g, '');
  return [plain, `https://example.org/${plain}`, `/images/${plain}.webp`, picture];
}

async function publishAll(sender: Sender, author: FuzzMember, each: number): Promise<string[]> {
  const titles = packPayloads(200, each);
  const shorts = packPayloads(150, each);
  const ids: string[] = [];
  await inLanes(
    Array.from({ length: Math.max(titles.length, shorts.length) }),
    async (_, index) => {
      const text = {
        title: titles[index % titles.length],
        category: 'Travel',
        shortDescription: shorts[index % shorts.length],
        longDescription: scriptPayloads[index % scriptPayloads.length],
      };
      for (const imageUrl of addressesOf(scriptPayloads[index % scriptPayloads.length] ?? '')) {
        const id = await sender.send(author, 'POST', '/api/addBlog', { ...text, imageUrl });
        if (id === undefined) continue;
        ids.push(id);
        await sender.send(author, 'POST', '/addWishlist', { reviewId: id });
        return;
      }
    },
  );
  return ids;
}

/** The blog with all payloads, saved twice so that it has a history. */
async function publishGathering(sender: Sender, author: FuzzMember): Promise<string> {
  const text = {
    title: scriptPayloads[0],
    imageUrl: picture,
    category: 'Travel',
    shortDescription: scriptPayloads[1],
    longDescription: scriptPayloads.join('\n\n---\n\n'),
  };
  const id = (await sender.send(author, 'POST', '/api/addBlog', text)) ?? '';
  const body = { ...text, longDescription: scriptPayloads.toReversed().join('\n\n---\n\n') };
  await sender.send(author, 'PUT', `/api/blog/${id}`, body);
  for (const key of ['new', id]) {
    const draft = { ...text, category: scriptPayloads[2], imageUrl: scriptPayloads[3] };
    const save = { text: draft, baseTag: null, revision: null, device: 'd', sequence: 1 };
    await sender.send(author, 'PUT', `/api/drafts/${key}`, save);
  }
  return id;
}

/** Gives a member a name and a photo made of payloads; if an address is refused, tries the next one. */
async function rename(sender: Sender, member: FuzzMember, displayName: string, payload: string) {
  for (const photoURL of addressesOf(payload)) {
    const profile = { displayName, photoURL };
    if ((await sender.send(member, 'PUT', '/identity/profile', profile)) !== undefined) return;
  }
}

async function commentAll(site: FuzzedSite, sender: Sender, blogId: string, count: number) {
  const names = packPayloads(100, 2);
  const people: FuzzMember[] = [];
  for (let index = 0; index < count; index += 1) people.push(await site.signUp());
  await inLanes(people, async (member, index) => {
    const payload = scriptPayloads[index % scriptPayloads.length] ?? '';
    await rename(sender, member, names[index % names.length] ?? '', payload);
  });
  await inLanes(packPayloads(1_000, 3), async (comment, index) => {
    const member = people[index % people.length] as FuzzMember;
    await sender.send(member, 'POST', '/api/addcomment', { blogId, comment });
  });
}

const quoted = (text: string) => JSON.stringify(text.toWellFormed());

/** Imports one file per payload, as Markdown with front matter or as HTML. */
async function importPayloads(dataDir: string): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'content-hub-payloads-'));
  try {
    scriptPayloads.forEach((payload, index) => {
      const front = [
        `title: ${quoted(`Imported ${index} ${payload}`)}`,
        `description: ${quoted(payload)}`,
        `author: ${quoted(payload)}`,
        `image: ${quoted(payload)}`,
        `category: ${quoted(payload)}`,
      ];
      const file = `---\n${front.join('\n')}\n---\n\n${payload}\n`;
      writeFileSync(path.join(folder, `${index}.md`), file);
    });
    await runProgram(['src/app/commands/import.ts', folder], {
      DATA_DIR: dataDir,
      TMPDIR: tmpdir(),
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export async function fillWithPayloads(
  site: FuzzedSite,
  { each, people }: Thoroughness,
): Promise<FilledSite> {
  await importPayloads(site.dataDir);
  const sender = createSender(site);
  const author = await site.signUp();
  await rename(sender, author, packPayloads(100, 2)[0] ?? '', scriptPayloads[0] ?? '');
  const blogId = await publishGathering(sender, author);
  const blogIds = await publishAll(sender, author, each);
  await sender.send(author, 'POST', '/addWishlist', { reviewId: blogId });
  await commentAll(site, sender, blogId, people);
  return { author, blogId, blogIds, sent: sender.sent, refused: sender.refused };
}
