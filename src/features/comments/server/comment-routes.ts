import type { FastifyInstance } from 'fastify';
import { assertMember } from '../../../identity/assert-member.ts';
import type { Identity } from '../../../identity/create-identity.ts';
import { assertOwnEmail, requirePerson } from '../../../identity/guards.ts';
import { addressOf } from '../../../platform/contract/call-api.ts';
import { problem } from '../../../platform/contract/problems.ts';
import { bind } from '../../../platform/http/bind.ts';
import { idempotencyKeyOf } from '../../../platform/http/idempotency-key.ts';
import { privateRoutes } from '../../../platform/http/private-routes.ts';
import type { RateLimiter, RateRule } from '../../../platform/http/rate-limit.ts';
import { makeOnce } from '../../../storage/make-once.ts';
import type { Storage } from '../../../storage/storage.ts';
import { addComment, commentsOfBlog, commentsPerPage, deleteComment } from '../contract.ts';
import {
  findBlog,
  findComment,
  findComments,
  insertComment,
  type NewComment,
  removeComment,
} from './comment-store.ts';
import { presentComment } from './present.ts';

export interface CommentRoutesOptions {
  readonly storage: Storage;
  readonly identity: Pick<Identity, 'guard' | 'sessions'>;
  readonly limiter: RateLimiter;
  /** Whether a person may comment on the blog of this author; null where nobody with an account wrote it. */
  readonly canComment: (authorId: string | null, personId: string) => boolean;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

const commentRule: RateRule = { name: 'comment', limit: 9, perMs: 30_000 };

/** What readers say about blogs. */
export function commentRoutes(app: FastifyInstance, options: CommentRoutesOptions): void {
  privateRoutes(app, (scope) => {
    readingRoute(scope, options);
    writingRoutes(scope, options);
  });
}

function readingRoute(app: FastifyInstance, { storage, identity }: CommentRoutesOptions): void {
  bind(app, identity.guard, commentsOfBlog, async ({ query }, { request, reply }) => {
    const person = await requirePerson(identity.sessions, request);
    const { blogId, after = '', limit = commentsPerPage } = query;
    await findBlog(storage.reader, blogId);
    // One more than asked tells whether there are more.
    const rows = await findComments(storage.reader, { blogId, after, limit: limit + 1 });
    const page = rows.slice(0, limit);
    if (rows.length > limit) {
      const next = addressOf(commentsOfBlog.path, {}, { ...query, after: page.at(-1)?.id });
      reply.header('link', `<${next}>; rel="next"`);
    }
    return page.map((row) => presentComment(row, person));
  });
}

function writingRoutes(app: FastifyInstance, options: CommentRoutesOptions): void {
  const { storage, limiter, canComment, now = Date.now } = options;
  const { guard, sessions } = options.identity;

  function add(comment: NewComment, key: string | undefined) {
    const { personId, blogId, text } = comment;
    const request = { personId, purpose: 'addComment', key, content: { blogId, text }, now: now() };
    return storage.write(
      async (write) => {
        await assertMember(write, personId);
        const { authorId } = await findBlog(write.db, blogId);
        if (!canComment(authorId, personId)) throw problem('own-blog');
        const id = await makeOnce(write, request, () => insertComment(write, comment));
        const row = await findComment(write.db, id);
        if (!row) throw problem('comment-not-found');
        return row;
      },
      { alone: [`person:${personId}`] },
    );
  }

  bind(app, guard, addComment, async ({ body }, { request }) => {
    const person = await requirePerson(sessions, request);
    assertOwnEmail(person, body.userEmail);
    const key = idempotencyKeyOf(request);
    await limiter.take(commentRule, person.id);
    const { blogId, comment: text } = body;
    const row = await add({ blogId, text, personId: person.id, now: now() }, key);
    return presentComment(row, person);
  });

  bind(app, guard, deleteComment, async ({ params: { id } }, { request }) => {
    const person = await requirePerson(sessions, request);
    const alone = [`person:${person.id}`];
    await storage.write((write) => removeComment(write, id, person.id), { alone });
    return undefined;
  });
}
