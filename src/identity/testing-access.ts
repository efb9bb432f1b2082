import type { Caller, Member } from './testing.ts';

/** People and their texts, created anew for each call. */
export interface Scene {
  readonly author: Member;
  readonly commenter: Member;
  readonly user: Member;
  readonly moderator: Member;
  readonly editor: Member;
  readonly owner: Member;
  readonly visitor: Caller;
  /** Programs of the user, with a personal token of each scope. */
  readonly readingProgram: Caller;
  readonly writingProgram: Caller;
  /** A blog of the author. */
  readonly blogId: string;
  /** A comment of the commenter on that blog. */
  readonly commentId: string;
  /** A wish of the commenter for that blog. */
  readonly wishId: string;
}

interface Request {
  readonly path: string;
  readonly init: RequestInit;
}

/** An address of something in the scene. */
type PathOf = (scene: Scene) => string;
type Ask = (scene: Scene, caller: Caller) => Request | Promise<Request>;

export interface Permission {
  /** Method and pattern. */
  readonly route: string;
  /**
   * Statuses for a visitor, a signed-in user, the blog's author, the comment's (and the wish's) writer, and a user who
   * names another person in the request; null where the request names nobody.
   */
  readonly statuses: readonly [number, number, number, number, number | null];
  /** Statuses for a moderator and an owner, who own none of it: those of the signed-in user by default. */
  readonly staff?: readonly [number, number];
  /** Status for an editor, who owns none of it: that of the signed-in user by default. */
  readonly editor?: number;
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

/** Another person's identity in every form that a body could have it, and the role of an owner. */
export const asAuthor = ({ author }: Scene) => ({
  id: author.person.id,
  _id: author.person.id,
  personId: author.person.id,
  author_id: author.person.id,
  role: 'owner',
  email: author.person.email,
  author: { name: 'Author', email: author.person.email, photo: '/images/a.webp' },
});

/** A GET that is allowed to everybody. */
export function open(path: string): Permission {
  return { route: `GET ${path}`, statuses: [200, 200, 200, 200, null], call: get(path) };
}

/** A GET of a member's own data. */
export function membersOnly(path: string): Permission {
  return { route: `GET ${path}`, statuses: [401, 200, 200, 200, null], call: get(path) };
}

/** A call that members make for themselves and visitors may not; its `:id` does not exist. */
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

/**
 * An endpoint for staff only, or for owners only where a moderator's status differs. `path` is the requested one, by
 * default the route's own. Naming another person in the body must not help.
 */
export function staffOnly(
  route: string,
  status: number,
  { moderator = status, body, path }: { moderator?: number; body?: object; path?: PathOf } = {},
): Permission {
  const [method = '', pattern = ''] = route.split(' ');
  const placeOf = (scene: Scene) => path?.(scene) ?? pattern.replace(':id', 'none');
  return {
    route,
    statuses: [401, 404, 404, 404, 404],
    staff: [moderator, status],
    call: (scene) => send(method, placeOf(scene), body),
    forge: (scene) =>
      method === 'GET'
        ? send(method, placeOf(scene))
        : send(method, placeOf(scene), { ...body, ...asAuthor(scene) }),
  };
}

/** An endpoint for editors and owners, about the author's blog. */
export function editorsOnly(
  route: string,
  status: number,
  { body, before }: { body?: object; before?: (scene: Scene) => Promise<unknown> } = {},
): Permission {
  const [method = '', pattern = ''] = route.split(' ');
  const ask = async (scene: Scene, more?: object) => {
    await before?.(scene);
    const path = pattern.replace(':id', scene.blogId).replace(':version', '1');
    const sent = body || more ? { ...body, ...more } : undefined;
    return send(method, path, method === 'GET' ? undefined : sent);
  };
  return {
    route,
    statuses: [401, 404, 404, 404, 404],
    staff: [404, status],
    editor: status,
    call: (scene) => ask(scene),
    forge: (scene) => ask(scene, asAuthor(scene)),
  };
}

/** A call for owners only; a moderator gets a 404, too. */
export function ownersOnly(route: string, status: number, body?: object): Permission {
  return staffOnly(route, status, { moderator: 404, ...(body && { body }) });
}

/** A call with the same status for everybody. */
export function forAll(route: string, status: number, body?: object): Permission {
  const [method = '', pattern = ''] = route.split(' ');
  const path = pattern.replace(':token', 'x'.repeat(43));
  return {
    route,
    statuses: [status, status, status, status, null],
    call: () => send(method, path, body),
  };
}

/** A call with an invalid proof: a 400 for everybody. */
export function unproven(route: string, body: object): Permission {
  const [method = '', path = ''] = route.split(' ');
  return { route, statuses: [400, 400, 400, 400, null], call: () => send(method, path, body) };
}
