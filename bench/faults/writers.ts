import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type Client, createClient, type Question, type Reply } from './client.ts';
import type { Ledger, PersonalState } from './ledger.ts';

const writerCount = 64;
/** Pause between retries of the same write: the first and the longest. */
const patienceMs = 50;
const longestMs = 400;
/** A write whose outcome is still unknown after this time has failed. */
const knownWithinMs = 60_000;
const enteringAtOnce = 8;
const password = 'Analytical';

interface Writer extends PersonalState {
  email: string;
  id: string;
  cookie: string;
  /** Ids of wishes to remove, by blog. */
  readonly wishIds: Map<string, string>;
  sequence: number;
}

export interface Writers {
  /** Lets all writers write. */
  go(): void;
  /** Resolves when each writer knows the outcome of its last write, and has stopped. */
  pause(): Promise<void>;
  /** Stops for good. */
  close(): Promise<void>;
}

/** Retries until success: for the setup before the load. */
async function insist(client: Client, question: Question): Promise<Reply & { kind: 'answer' }> {
  const deadline = performance.now() + knownWithinMs;
  while (performance.now() < deadline) {
    const reply = await client.ask(question);
    if (reply.kind === 'answer' && reply.status < 300) return reply;
    if (reply.kind === 'answer' && reply.status < 500 && reply.status !== 429) {
      throw new Error(`${question.path}: ${reply.status} ${JSON.stringify(reply.body)}`);
    }
    await wait(patienceMs);
  }
  throw new Error(`${question.path} was never answered.`);
}

async function enter(client: Client, writer: Writer, path: string): Promise<void> {
  const { email } = writer;
  const profile = { displayName: 'A writer', photoURL: '/images/people/someone.webp' };
  const proof = await insist(client, {
    method: 'POST',
    path,
    body: { ...profile, email, password },
    headers: { 'idempotency-key': email },
  });
  const headers = { authorization: `Bearer ${proof.body.idToken}` };
  const session = await insist(client, { method: 'POST', path: '/jwt', body: { email }, headers });
  writer.cookie = session.cookie ?? '';
  writer.id = (session.body.user as { id: string }).id;
}

/**
 * A site that is broken on purpose acknowledges an account before it is stored: then it retries with another address.
 */
async function signUp(client: Client, writer: Writer, attempts = 5): Promise<void> {
  try {
    await enter(client, writer, '/identity/sign-up');
  } catch (error) {
    if (attempts === 1) throw error;
    writer.email = `again-${writer.email}`;
    await signUp(client, writer, attempts - 1);
  }
}

const blogOf = (title: string) => ({
  title,
  imageUrl: '/images/categories/other.webp',
  category: 'Other',
  shortDescription: 'Short.',
  longDescription: `About ${title}.`,
});

/** Creates accounts, and some blogs to comment on. No fault happens meanwhile. */
export async function startWriters(port: number, ledger: Ledger): Promise<Writers> {
  const client = createClient(port);
  const writers: Writer[] = [];
  for (let index = 0; index < writerCount; index += 1) {
    const email = `writer-${index}-${randomUUID()}@example.org`;
    const state = { wishes: new Map(), wishIds: new Map(), draft: null, sequence: 0 };
    writers.push({ email, id: '', cookie: '', ...state });
  }
  // A few at once: hashing a password takes time.
  for (let first = 0; first < writerCount; first += enteringAtOnce) {
    const some = writers.slice(first, first + enteringAtOnce);
    await Promise.all(some.map((writer) => signUp(client, writer)));
  }
  const blogIds: string[] = [];
  const [author] = writers;
  for (let index = 0; author && index < 12; index += 1) {
    const body = blogOf(`Talked about ${index}`);
    const headers = { cookie: author.cookie };
    const made = await insist(client, { method: 'POST', path: '/api/addBlog', body, headers });
    blogIds.push(String(made.body._id));
  }
  for (const writer of writers.slice(1)) ledger.people.set(writer.id, writer);
  return run(client, writers.slice(1), blogIds, ledger);
}

function run(
  client: Client,
  writers: readonly Writer[],
  blogIds: readonly string[],
  ledger: Ledger,
): Writers {
  let isClosed = false;
  let gate = Promise.withResolvers<void>();
  let isOpen = false;
  let busy = 0;
  let idle = Promise.withResolvers<void>();
  const [firstBlog = ''] = blogIds;

  async function signInAgain(writer: Writer): Promise<void> {
    await enter(client, writer, '/identity/sign-in').catch((error: unknown) => {
      ledger.wrongs.push(`sign-in: ${error}`);
    });
  }

  /** Retries a write until its outcome is known: the reply, `'refused'`, or `'unknown'` if it never is. */
  async function settle(
    writer: Writer,
    question: Question,
  ): Promise<(Reply & { kind: 'answer' }) | 'refused' | 'unknown'> {
    const key = randomUUID();
    const deadline = performance.now() + knownWithinMs;
    let isUnknown = false;
    let delayMs = patienceMs;
    while (performance.now() < deadline) {
      const headers = { cookie: writer.cookie, 'idempotency-key': key };
      const reply = await client.ask({ ...question, headers });
      if (reply.kind === 'answer' && reply.status < 300) return reply;
      if (reply.kind === 'answer' && reply.status >= 500 && reply.status !== 503) {
        ledger.wrongs.push(`${question.method} ${question.path}: ${reply.status}`);
      }
      const code = reply.kind === 'answer' ? reply.body.code : undefined;
      const isDoubt = reply.kind === 'lost' || code === 'outcome-unknown';
      if (!isUnknown && isDoubt) ledger.counts.unknown += 1;
      isUnknown ||= isDoubt;
      if (code === 'not-signed-in') await signInAgain(writer);
      if (!isUnknown) {
        // Certainly not stored: it isn't retried, and the next write is another one.
        if (reply.kind === 'not-sent') await wait(patienceMs);
        return 'refused';
      }
      if (!isDoubt && reply.kind === 'answer' && reply.status !== 401 && reply.status < 500) {
        ledger.wrongs.push(`sent again, ${question.path} ended in ${reply.status} ${code}`);
        return 'unknown';
      }
      ledger.counts.sentAgain += 1;
      await wait(delayMs);
      delayMs = Math.min(delayMs * 2, longestMs);
    }
    ledger.wrongs.push(`${question.method} ${question.path} never became known`);
    return 'unknown';
  }

  async function write(writer: Writer, question: Question) {
    const came = await settle(writer, question);
    const outcome = typeof came === 'string' ? came : 'acknowledged';
    // Unknown outcomes were counted when they occurred.
    if (outcome !== 'unknown') ledger.counts[outcome] += 1;
    return { outcome, body: typeof came === 'string' ? {} : came.body } as const;
  }

  async function comment(writer: Writer): Promise<void> {
    const text = randomUUID();
    const body = { blogId: firstBlog, comment: text };
    const { outcome } = await write(writer, { method: 'POST', path: '/api/addcomment', body });
    ledger.comments.set(text, outcome);
  }

  async function publish(writer: Writer): Promise<void> {
    const title = randomUUID();
    const body = blogOf(title);
    const { outcome } = await write(writer, { method: 'POST', path: '/api/addBlog', body });
    ledger.blogs.set(title, outcome);
  }

  async function keepDraft(writer: Writer): Promise<void> {
    writer.sequence += 1;
    const text = { ...blogOf(randomUUID()), category: '' };
    const body = {
      text,
      baseTag: null,
      revision: null,
      device: writer.id,
      sequence: writer.sequence,
    };
    const { outcome } = await write(writer, { method: 'PUT', path: '/api/drafts/new', body });
    if (outcome === 'acknowledged') writer.draft = text.title;
    if (outcome === 'unknown') writer.draft = null;
  }

  async function wish(writer: Writer): Promise<void> {
    const blogId = blogIds[Math.floor(Math.random() * blogIds.length)] ?? '';
    const wishId = writer.wishIds.get(blogId);
    const adds = { method: 'POST', path: '/addWishlist', body: { reviewId: blogId } } as const;
    const removes = { method: 'DELETE', path: `/removeWishlist?itemId=${wishId}` } as const;
    const { outcome, body } = await write(writer, wishId === undefined ? adds : removes);
    if (outcome === 'unknown') writer.wishes.delete(blogId);
    if (outcome !== 'acknowledged') return;
    writer.wishes.set(blogId, wishId === undefined);
    if (wishId === undefined) writer.wishIds.set(blogId, String(body._id));
    else writer.wishIds.delete(blogId);
  }

  /** Chooses the next write; 80 % are comments. */
  function next(): (writer: Writer) => Promise<void> {
    const lot = Math.random() * 100;
    if (lot < 80) return comment;
    if (lot < 90) return wish;
    return lot < 97 ? keepDraft : publish;
  }

  async function work(writer: Writer): Promise<void> {
    while (!isClosed) {
      await gate.promise;
      if (isClosed) return;
      busy += 1;
      while (isOpen) await next()(writer);
      busy -= 1;
      if (busy === 0) idle.resolve();
    }
  }

  const working = writers.map(work);

  async function pause(): Promise<void> {
    if (!isOpen) return;
    isOpen = false;
    gate = Promise.withResolvers();
    if (busy > 0) await idle.promise;
  }

  return {
    go() {
      isOpen = true;
      idle = Promise.withResolvers();
      gate.resolve();
    },
    pause,
    async close() {
      await pause();
      isClosed = true;
      gate.resolve();
      await Promise.all(working);
      client.close();
    },
  };
}
