import { siteOutput } from '../running-site.ts';
import { beginSession, ownHeaders, type Proof } from '../site-member.ts';

const photos = '/images/authors';
const password = 'Lamplight';
const owner = { displayName: 'Ottoline Ferris', email: 'ottoline@example.org' };
const others = [
  { displayName: 'Milo Abernathy', email: 'milo@example.org' },
  {
    displayName: 'Rindfleischetikettierung '.repeat(3).trim(),
    email: `${'r'.repeat(60)}@example.org`,
  },
  { displayName: 'Cheap Watches', email: 'watches@shop.example' },
];

async function signUp(url: string, name: { displayName: string; email: string }): Promise<string> {
  const body = { ...name, photoURL: `${photos}/maren-holt.webp`, password };
  const reply = await fetch(`${url}/identity/sign-up`, {
    method: 'POST',
    headers: ownHeaders(url),
    body: JSON.stringify(body),
  });
  if (!reply.ok) throw new Error(`No account: ${reply.status} ${await reply.text()}`);
  return beginSession(url, (await reply.json()) as Proof);
}

/** The code in the claim link that a site without an owner prints. */
export function claimCodeOf(output: string): string {
  const code = /\/Manage\/claim#code=([\w-]{43})/.exec(output)?.[1];
  if (code === undefined) throw new Error(`The site printed no link to own it:\n${output}`);
  return code;
}

/** Creates work for staff: reported comments, a hidden comment, and a report of something that doesn't exist. */
async function giveWork(url: string, [milo = '', , seller = '']: string[], staff: string) {
  const ask = async (cookie: string, path: string, body?: object) => {
    const reply = await fetch(`${url}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: ownHeaders(url, cookie),
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
    return reply.status === 204 ? undefined : reply.json();
  };
  const blogs = (await ask(milo, '/api/latestBlogs')) as { _id: string }[];
  for (const [index, { _id: blogId }] of blogs.slice(-3).entries()) {
    const comment = `Cheap watches, day ${index + 1}: https://watches.example/${'offer-'.repeat(9)}${index}`;
    const { _id: id } = (await ask(seller, '/api/addcomment', { blogId, comment })) as {
      _id: string;
    };
    const what = { kind: 'comment', id };
    if (index < 2) {
      const note = index === 0 ? 'The same stands under every blog of the site.' : '';
      await ask(milo, '/api/report', { ...what, reason: 'spam', note });
    } else {
      const move = { ...what, from: 'shown', to: 'hidden', reason: 'Advertising' };
      await ask(staff, '/api/manage/move', move);
    }
  }
}

/**
 * Gives a site an owner, by the claim link; with people, also a moderator and a suspended member. Returns the owner's
 * `Cookie` header.
 */
export async function giveOwner(url: string, hasPeople: boolean): Promise<string> {
  const cookie = await signUp(url, owner);
  const ask = async (method: string, path: string, body?: object) => {
    const reply = await fetch(`${url}/api/manage/${path}`, {
      method,
      headers: ownHeaders(url, cookie),
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
    return reply;
  };
  await ask('POST', 'claim', { code: claimCodeOf(siteOutput(url)) });
  if (!hasPeople) return cookie;
  const cookies: string[] = [];
  for (const one of others) cookies.push(await signUp(url, one));
  await giveWork(url, cookies, cookie);
  const list = (await (await ask('GET', 'people')).json()) as {
    people: { id: string; email: string }[];
  };
  const idOf = (email: string) => list.people.find((person) => person.email === email)?.id ?? '';
  await ask('PUT', `people/${idOf('milo@example.org')}/role`, { role: 'moderator', password });
  await ask('PUT', `people/${idOf('watches@shop.example')}/suspension`, {
    until: null,
    reason: 'Sold watches under every blog, in three languages.',
  });
  return cookie;
}
