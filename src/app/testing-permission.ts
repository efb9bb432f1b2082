import type { Caller, Member } from '../identity/testing.ts';

/** People and what they have, made anew for each call. */
export interface Scene {
  readonly author: Member;
  readonly commenter: Member;
  readonly user: Member;
  readonly visitor: Caller;
  /** The author's. */
  readonly blogId: string;
  /** The commenter's, on that blog. */
  readonly commentId: string;
  /** The commenter's, for that blog. */
  readonly wishId: string;
}

interface Request {
  readonly path: string;
  readonly init: RequestInit;
}

type Ask = (scene: Scene, caller: Caller) => Request | Promise<Request>;

export interface Permission {
  /** Method and pattern. */
  readonly route: string;
  /**
   * What a visitor, a signed-in user, the blog's author, the comment's (and the wish's) writer, and a user who names
   * somebody else in the request get; null where nobody can be named.
   */
  readonly statuses: readonly [number, number, number, number, number | null];
  readonly call: Ask;
  readonly forge?: Ask;
}

export function send(method: string, path: string, body?: unknown): Request {
  return {
    path,
    init: {
      method,
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    },
  };
}

export const get =
  (path: string): Ask =>
  () =>
    send('GET', path);

/** Somebody else's name, in every way that a body could say it. */
export const asAuthor = ({ author }: Scene) => ({
  id: author.person.id,
  _id: author.person.id,
  personId: author.person.id,
  author_id: author.person.id,
  email: author.person.email,
  author: { name: 'Author', email: author.person.email, photo: '/images/a.webp' },
});

/** Anybody may read it. */
export function open(path: string): Permission {
  return { route: `GET ${path}`, statuses: [200, 200, 200, 200, null], call: get(path) };
}

/** Every member may read their own. */
export function membersOnly(path: string): Permission {
  return { route: `GET ${path}`, statuses: [401, 200, 200, 200, null], call: get(path) };
}

/** A call that every member may make for themselves, and that is nothing for strangers; what it names isn't there. */
export function own(route: string, status: number, body?: object): Permission {
  const [method = '', pattern = ''] = route.split(' ');
  const path = pattern.replace(':id', 'none');
  return {
    route,
    statuses: [401, status, status, status, status],
    call: () => send(method, path, body),
    forge: (scene) => send(method, path, { ...body, ...asAuthor(scene) }),
  };
}

/** The same answer for everybody, whose proof is worth nothing. */
export function unproven(route: string, body: object): Permission {
  const [method = '', path = ''] = route.split(' ');
  return { route, statuses: [400, 400, 400, 400, null], call: () => send(method, path, body) };
}
