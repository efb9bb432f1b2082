import { beginSession, ownHeaders, type Proof, signIn } from '../../test/site-member.ts';
import type { Attack, Target } from './attack.ts';

async function isSignedIn({ origin, owner }: Target): Promise<boolean> {
  return (
    (await fetch(`${origin}/getWishlist`, { headers: { cookie: owner.cookie } })).status === 200
  );
}

/** Requests an ID token for this session. */
async function renew(origin: string, cookie: string): Promise<Proof> {
  const reply = await fetch(`${origin}/identity/session`, { headers: { cookie } });
  return (await reply.json()) as Proof;
}

const hashers = 250;
const hashingMs = 5_000;

/** Spellings, as a picture's address, of an address that ends a session. */
const actions = [
  '/logout',
  '/images/../logout',
  '/images/%2e%2e/logout',
  '/%6cogout',
  '/./logout?x=/images/a.png',
  '//logout',
];

export const sessions: readonly Attack[] = [
  {
    name: '3. a picture whose address is an action',
    settings: { LIMITS: '0' },
    async run(target) {
      const { origin, owner } = target;
      const statuses: number[] = [];
      for (const imageUrl of actions) {
        const blog = {
          title: imageUrl,
          category: 'Other',
          shortDescription: 'x',
          longDescription: 'x',
        };
        const reply = await fetch(`${origin}/api/addBlog`, {
          method: 'POST',
          headers: ownHeaders(origin, owner.cookie),
          body: JSON.stringify({ ...blog, imageUrl }),
        });
        statuses.push(reply.status);
      }
      const picture = await fetch(`${origin}/logout`, {
        headers: {
          cookie: owner.cookie,
          'sec-fetch-site': 'same-origin',
          'sec-fetch-dest': 'image',
          'sec-fetch-mode': 'no-cors',
        },
      });
      const stays = await isSignedIn(target);
      return {
        isRepelled: statuses.every((status) => status === 400) && picture.status === 403 && stays,
        seen: `saved: ${statuses.join(' ')}; asked for as an image: ${picture.status}; still signed in: ${stays}`,
      };
    },
  },
  {
    name: '4. behind a proxy: 25 wrong passwords by a stranger, then the owner',
    settings: { TRUSTED_PROXIES: 'loopback' },
    async run({ origin, owner }) {
      const from = (address: string) => ({ 'x-forwarded-for': `10.9.8.7, ${address}` });
      const wrong: number[] = [];
      for (let count = 0; count < 25; count += 1) {
        const guess = { ...owner, password: 'Wrong-password' };
        wrong.push((await signIn(origin, guess, from('203.0.113.7'))).status);
      }
      const right = (await signIn(origin, owner, from('198.51.100.9'))).status;
      return {
        isRepelled: wrong.at(-1) === 429 && right === 200,
        seen: `the stranger ended with ${wrong.at(-1)}, the owner got ${right}`,
      };
    },
  },
  {
    name: '5. 250 connections that make the site hash, then the owner',
    async run({ origin, owner }) {
      const end = performance.now() + hashingMs;
      let tries = 0;
      async function hash(): Promise<void> {
        while (performance.now() < end) {
          tries += 1;
          await fetch(`${origin}/identity/reset-password`, {
            method: 'POST',
            headers: ownHeaders(origin),
            body: JSON.stringify({ token: 'a'.repeat(43), newPassword: 'Analytical2' }),
          })
            .then((reply) => reply.arrayBuffer())
            // A closed connection counts as a reply, too.
            .catch(() => {});
        }
      }
      const attackers = Promise.all(Array.from({ length: hashers }, hash));
      const owners: number[] = [];
      while (performance.now() < end) owners.push((await signIn(origin, owner)).status);
      await attackers;
      return {
        isRepelled: owners.every((status) => status === 200),
        seen: `${tries} tries; the owner's right password: ${[...new Set(owners)].join(', ')} (${owners.length} times)`,
      };
    },
  },
  {
    name: '6. one ID token exchanged 200 times, and after logging out',
    settings: { LIMITS: '0' },
    async run({ origin, owner }) {
      const once = await renew(origin, owner.cookie);
      const exchanges = await Promise.allSettled(
        Array.from({ length: 200 }, () => beginSession(origin, once)),
      );
      const good = exchanges.filter(({ status }) => status === 'fulfilled').length;
      const proof = (await (await signIn(origin, owner)).json()) as Proof;
      const cookie = await beginSession(origin, proof);
      const kept = await renew(origin, cookie);
      await fetch(`${origin}/logout`, {
        headers: { cookie, 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' },
      });
      const afterwards = await beginSession(origin, kept).then(
        () => 'a session',
        (error: unknown) => String(error),
      );
      return {
        isRepelled: good <= 1 && afterwards.includes('401'),
        seen: `${good} of 200 exchanged; after logging out: ${afterwards}`,
      };
    },
  },
  {
    name: '7. reached by another name, without SITE_URL',
    settings: { SITE_URL: '', HOST: '0.0.0.0' },
    async run({ port, owner }) {
      const origin = `http://127.0.0.2:${port}`;
      const reply = await signIn(origin, owner);
      return { isRepelled: reply.status === 200, seen: `${reply.status}` };
    },
  },
  {
    name: '7. reached by another name than SITE_URL',
    async run({ origin, owner, port }) {
      const reply = await signIn(origin, owner, { origin: `http://elsewhere.example:${port}` });
      const { message } = (await reply.json()) as { message: string };
      return { isRepelled: message.includes(origin), seen: `${reply.status}: ${message}` };
    },
  },
];
