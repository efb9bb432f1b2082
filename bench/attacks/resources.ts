import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { forgetLostWords } from '../../src/blog/server/title-words.ts';
import { openStorage } from '../../src/storage/open-storage.ts';
import { whileWatching } from '../../test/fuzz/site/watch-healthz.ts';
import { ownHeaders } from '../../test/site-member.ts';
import { generateLoad } from '../speed/load/generate-load.ts';
import { type Attack, isServed, type Target } from './attack.ts';

/** How long connections that don't read are watched. */
const unreadMs = 100_000;
/** Timeout of a connection or a reply. */
const patienceMs = 30_000;
const mebibyte = 1_024 * 1_024;

async function openUnread(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect', { signal: AbortSignal.timeout(patienceMs) });
  socket.pause();
  socket.write('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'.repeat(200));
  return socket;
}

/** Number of these connections that the server keeps open; a paused socket doesn't notice that it was closed. */
async function stillOpen(sockets: readonly Socket[]): Promise<number> {
  for (const socket of sockets) socket.resume();
  // Buffered data arrives before the end of the stream.
  await wait(5_000);
  return sockets.filter((socket) => !socket.destroyed && !socket.readableEnded).length;
}

function unread(count: number): Attack {
  return {
    name: `8. ${count} connections that ask on and never read`,
    async run({ port, residentMiB }) {
      const before = residentMiB();
      const sockets: Socket[] = [];
      for (let index = 0; index < count; index += 1) sockets.push(await openUnread(port));
      let most = 0;
      for (let waited = 0; waited < unreadMs; waited += 1_000) {
        most = Math.max(most, residentMiB() - before);
        await wait(1_000);
      }
      const open = await stillOpen(sockets);
      for (const socket of sockets) socket.destroy();
      return {
        isRepelled: open === 0,
        seen: `${open} open after ${unreadMs / 1_000} s, +${most.toFixed(0)} MiB at most`,
      };
    },
  };
}

async function addBlog({ origin, owner }: Target, title: string, text: string): Promise<string> {
  const reply = await fetch(`${origin}/api/addBlog`, {
    method: 'POST',
    headers: ownHeaders(origin, owner.cookie),
    body: JSON.stringify(blogOf(title, text)),
  });
  const { _id } = (await reply.json()) as { _id: string };
  return _id;
}

function blogOf(title: string, longDescription: string) {
  const rest = { imageUrl: 'https://example.org/a.png', category: 'Other', shortDescription: 'x' };
  return { ...rest, title, longDescription };
}

/** Saves up to `count` times, until a save is refused; resolves to the number of saves and the refusal. */
async function saveOften({ origin, owner }: Target, id: string, count: number, size: number) {
  for (let saved = 0; saved < count; saved += 1) {
    const found = await fetch(`${origin}/api/blog/${id}`, { headers: { cookie: owner.cookie } });
    await found.arrayBuffer();
    const reply = await fetch(`${origin}/api/blog/${id}`, {
      method: 'PUT',
      headers: {
        ...ownHeaders(origin, owner.cookie),
        'if-match': found.headers.get('etag') ?? '*',
      },
      body: JSON.stringify(
        blogOf(`Saved ${saved} x${saved}y`, `${saved} ${'word '.repeat(size / 5)}`),
      ),
    });
    const { message } = (await reply.json()) as { message?: string };
    if (!reply.ok) return { saved, refusal: `${reply.status} ${message}` };
  }
  return { saved: count, refusal: 'none' };
}

/** Number of spellings in the search index, after the site's cleanup of unused words. */
async function spellings(dataDir: string): Promise<number> {
  const storage = await openStorage({ dataDir, onConnectionError: () => {} });
  try {
    await forgetLostWords(storage);
    const { n } = await storage.reader
      .selectFrom('title_word_spellings')
      .select((row) => row.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    return Number(n);
  } finally {
    await storage.close();
  }
}

export const resources: readonly Attack[] = [
  {
    name: '9. 38 MiB of earlier texts, asked for eight times at once',
    settings: { LIMITS: '0' },
    async run(target) {
      const id = await addBlog(target, 'Long', 'Short.');
      await saveOften(target, id, 40, 0.95 * mebibyte);
      const before = target.residentMiB();
      let most = before;
      const [statuses, waits] = await whileWatching(target.port, async () => {
        const replies = Array.from({ length: 8 }, async () => {
          const reply = await fetch(`${target.origin}/api/account/data`, {
            headers: { cookie: target.owner.cookie },
          });
          const { byteLength } = await reply.arrayBuffer();
          most = Math.max(most, target.residentMiB());
          return `${reply.status} (${(byteLength / mebibyte).toFixed(0)} MiB)`;
        });
        return Promise.all(replies);
      });
      return {
        isRepelled: isServed(waits) && most - before < 150,
        seen: `${[...new Set(statuses)].join(', ')}; ${before.toFixed(0)} → ${most.toFixed(0)} MiB, a stranger waited ${waits.longestMs.toFixed(0)} ms at most`,
      };
    },
  },
  {
    name: '9. renamed 29 times and removed: what is left of its titles',
    settings: { LIMITS: '0' },
    async run(target) {
      const before = await spellings(target.dataDir);
      const id = await addBlog(target, 'Unusual quizzical phlogiston', 'Short.');
      const { saved } = await saveOften(target, id, 29, 100);
      const reply = await fetch(
        `${target.origin}/api/blog/${id}?title=${encodeURIComponent(`Saved ${saved - 1} x${saved - 1}y`)}`,
        { method: 'DELETE', headers: ownHeaders(target.origin, target.owner.cookie) },
      );
      const after = await spellings(target.dataDir);
      return {
        isRepelled: reply.status === 204 && after === before,
        seen: `removed: ${reply.status}; ${before} rows → ${after}`,
      };
    },
  },
  {
    name: '9. any cookie makes a page be rendered',
    async run({ origin }) {
      await fetch(origin);
      const none = await generateLoad(origin, ['/'], {}, 2);
      const any = await generateLoad(origin, ['/'], { cookie: 'a=b; session=nobody' }, 2);
      const share = any.requests / none.requests;
      return {
        isRepelled: share > 0.5,
        seen: `${(none.requests / none.seconds).toFixed(0)}/s without, ${(any.requests / any.seconds).toFixed(0)}/s with`,
      };
    },
  },
  unread(200),
  unread(400),
  {
    name: '10. modes of the data folder and its files',
    async run({ dataDir }) {
      const files = readdirSync(dataDir).map((name) => path.join(dataDir, name));
      const modes = [dataDir, ...files].map((file) => (statSync(file).mode & 0o777).toString(8));
      return {
        isRepelled: modes.every((mode) => mode.endsWith('00')),
        seen: modes.join(' '),
      };
    },
  },
  {
    name: "11. 'GET //' and 'GET //x:99999/'",
    async run({ port }) {
      const statuses: string[] = [];
      for (const url of ['//', '//x:99999/', '///', '/\\', 'http://', '*']) {
        const socket = connect(port, '127.0.0.1');
        socket.write(`GET ${url} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`);
        const [first] = await once(socket, 'data', { signal: AbortSignal.timeout(patienceMs) });
        statuses.push(String(first).slice(9, 12));
        socket.destroy();
      }
      return {
        isRepelled: statuses.every((status) => status < '500'),
        seen: statuses.join(' '),
      };
    },
  },
];
