import { codeOf, stepOf } from '../../src/features/account/server/factors/time-codes.ts';
import { beginSession, ownHeaders } from '../site-member.ts';
import { type Caller, call, type Method, resultOf, visitor } from './site-caller.ts';
import { personOf, type Story, type StoryPerson, type StoryText, textOf } from './story.ts';

/** One step that undoes something, by name; resolves to the results of its calls. */
interface Undo {
  readonly name: string;
  run(): Promise<unknown>;
}

interface Parts {
  readonly url: string;
  readonly story: Story;
  /** `Cookie` headers of sessions that began since, by name. */
  readonly sessions: Map<string, string>;
}

function memberOf({ story, sessions }: Parts, name: string): StoryPerson {
  const person = personOf(story, name);
  return { ...person, cookie: sessions.get(name) ?? person.cookie };
}

async function outcome(
  { url }: Parts,
  by: Caller,
  method: Method,
  address: string,
  body?: unknown,
): Promise<object> {
  return resultOf(await call(url, by, method, address, body));
}

/** Texts whose changes can be undone: all blogs, and the comments written for this. */
function undoable({ texts }: Story): readonly StoryText[] {
  return texts.filter(
    ({ kind, name }) => kind === 'blog' || (kind === 'comment' && name.startsWith('A ')),
  );
}

/**
 * Restores what its author deleted or took back; blogs twice, because a discarded draft is first restored as a draft.
 */
function restores(parts: Parts): Undo[] {
  const { story } = parts;
  return undoable(story).map(({ kind, name, id, by }) => ({
    name: `restore ${name}`,
    async run() {
      const address = kind === 'blog' ? `/api/blog/${id}/restore` : `/api/comments/${id}/restore`;
      const first = await outcome(parts, memberOf(parts, by), 'POST', address);
      if (kind !== 'blog') return first;
      return [first, await outcome(parts, memberOf(parts, by), 'POST', address)];
    },
  }));
}

/** Lets staff approve a text, from each state that it may be in. */
function lettingIn(parts: Parts): Undo[] {
  const { story } = parts;
  const mo = personOf(story, 'Mo');
  return undoable(story).map(({ kind, name, id }) => ({
    name: `let in ${name}`,
    async run() {
      const results = [];
      for (const from of ['hidden', 'waiting', 'removed']) {
        const body = { kind, id, from, to: 'shown', reason: '' };
        results.push(await outcome(parts, mo, 'POST', '/api/manage/move', body));
      }
      return results;
    },
  }));
}

/** Republishes blogs that were taken back to drafts, with changed texts. */
function republishing(parts: Parts): Undo[] {
  const { story, url } = parts;
  return ['Draft again, rewritten', 'Draft again, scheduled'].map((name) => ({
    name: `publish ${name}`,
    async run() {
      const { id, by } = textOf(story, name);
      const author = memberOf(parts, by);
      const { status, body } = await call(url, author, 'GET', `/api/drafts/${id}`);
      if (status !== 200) return { status };
      const { text, revision } = body as { text: object; revision: string };
      const publication = { ...text, shortDescription: 'Once more.', draft: { key: id, revision } };
      return outcome(parts, author, 'POST', '/api/addBlog', publication);
    },
  }));
}

/** Signs in with the password and returns the proof for a session. */
async function proveAgain({ url, story }: Parts, name: string) {
  const { email, password } = personOf(story, name);
  const { body } = await call(url, visitor, 'POST', '/identity/sign-in', { email, password });
  return body as Parameters<typeof beginSession>[1];
}

async function signInAgain(parts: Parts, name: string): Promise<void> {
  const proof = await proveAgain(parts, name);
  parts.sessions.set(name, await beginSession(parts.url, proof));
}

async function restoreAccount(parts: Parts, name: string): Promise<object> {
  const { url, story, sessions } = parts;
  const { idToken } = await proveAgain(parts, name);
  const reply = await fetch(`${url}/identity/call-back`, {
    method: 'POST',
    headers: { ...ownHeaders(url), authorization: `Bearer ${idToken}` },
    body: JSON.stringify({ email: personOf(story, name).email }),
  });
  await reply.arrayBuffer();
  const [cookie = ''] = reply.headers.getSetCookie().map((line) => line.split(';', 1)[0]);
  sessions.set(name, cookie);
  return { status: reply.status };
}

function undoingOfAccounts(parts: Parts): Undo[] {
  const { story, url } = parts;
  const mo = personOf(story, 'Mo');
  const showAll = async (name: string) => {
    const { id } = personOf(story, name);
    const { body } = await call(url, mo, 'GET', `/api/manage/people?search=${id}`);
    const { people } = body as { people: { hidden: { batch: string } | null }[] };
    const batch = people[0]?.hidden?.batch;
    if (batch === undefined) return 'nothing hidden as one act';
    const reply = await call(url, mo, 'POST', '/api/manage/show-all', { batch });
    return resultOf(reply);
  };
  return [
    ...['Dan', 'Eve', 'Gil'].map((name) => ({
      name: `call back ${name}`,
      run: () => restoreAccount(parts, name),
    })),
    ...['Fay', 'Gil'].map((name) => ({ name: `show all of ${name}`, run: () => showAll(name) })),
    ...['Ian', 'Jan'].map((name) => ({
      name: `lift the suspension of ${name}`,
      async run() {
        const address = `/api/manage/people/${personOf(story, name).id}/suspension`;
        const result = await outcome(parts, mo, 'DELETE', address);
        await signInAgain(parts, name);
        return result;
      },
    })),
  ];
}

function undoingOfTheRest(parts: Parts): Undo[] {
  const { story, url } = parts;
  const { secrets } = story;
  const mo = personOf(story, 'Mo');
  const olive = personOf(story, 'Olive');
  const ada = personOf(story, 'Ada');
  const ben = personOf(story, 'Ben');
  const one = (name: string, by: Caller, method: Method, address: string, body?: unknown) => ({
    name,
    run: () => outcome(parts, by, method, address, body),
  });
  const unmark = (name: string, mark: string) =>
    one(`not ${mark}: ${name}`, mo, 'POST', '/api/manage/mark', {
      id: textOf(story, name).id,
      mark,
      isSet: false,
      reason: '',
    });
  return [
    unmark('Locked and not featured', 'locked'),
    unmark('Locked and not featured', 'unfeatured'),
    unmark('Locked, hidden', 'locked'),
    one('reopen reports', mo, 'POST', '/api/manage/settle', {
      kind: 'blog',
      id: textOf(story, 'Commented').id,
      reopen: secrets.settledAt,
      reason: '',
    }),
    one('unschedule', ada, 'DELETE', `/api/drafts/${textOf(story, 'Scheduled').id}/schedule`),
    one('end a link', ada, 'DELETE', `/api/drafts/${textOf(story, 'With a link').id}/preview`),
    one('restore a message', olive, 'POST', `/api/manage/messages/${secrets.message}/restore`),
    one('restore settings', olive, 'POST', '/api/manage/settings/restore', { version: 2, to: 1 }),
    one('confirm a subscription', visitor, 'POST', '/api/newsletter/confirm', {
      token: secrets.subscription,
    }),
    {
      name: 'sign in with a code',
      async run() {
        const reply = await call(url, visitor, 'POST', '/identity/sign-in', {
          email: ben.email,
          password: ben.password,
        });
        const { secondStep } = reply.body as { secondStep: { ticket: string } };
        // The code of the current 30 s step may have been used when codes were switched on.
        const code = codeOf(String(secrets.codes), stepOf(Date.now()) + 1);
        const body = { ticket: secondStep.ticket, proof: { code } };
        const proof = await call(url, visitor, 'POST', '/identity/second-factor', body);
        if (proof.status !== 200) return resultOf(proof);
        const session = await beginSession(url, proof.body as Parameters<typeof beginSession>[1]);
        return session !== '';
      },
    },
    one('reset a password', visitor, 'POST', '/identity/reset-password', {
      token: secrets.reset,
      newPassword: 'Analytical2',
    }),
  ];
}

/** The order matters: a text with two holds can be released in either order. */
export type Order = 'authors first' | 'staff first';

/**
 * Undoes everything that can be undone on a site filled by a story. Returns the results of each step, and the story
 * with the new sessions of those who signed in again.
 */
export async function undoEverything(url: string, story: Story, order: Order) {
  const parts: Parts = { url, story, sessions: new Map() };
  const byAuthors = [...undoingOfAccounts(parts), ...republishing(parts), ...restores(parts)];
  const byStaff = lettingIn(parts);
  const both = order === 'authors first' ? [...byAuthors, ...byStaff] : [...byStaff, ...byAuthors];
  const acts: Record<string, unknown> = {};
  for (const { name, run } of [...both, ...undoingOfTheRest(parts)]) acts[name] = await run();
  const people = story.people.map(({ name }) => memberOf(parts, name));
  return { acts, undone: { ...story, people } };
}
