import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';
import { expect, vi } from 'vitest';
import { endpoints } from '../../../src/app/registry.ts';
import { listen } from '../../../src/app/testing.ts';
import { allTexts } from '../../../src/blog/server/texts.ts';
import type { Permission, Scene } from '../../../src/identity/testing-access.ts';
import { type Endpoint, tokenScopeOf } from '../../../src/platform/contract/define-endpoint.ts';
import type { Storage } from '../../../src/storage/storage.ts';
import { testOnEachEngine } from '../../../src/storage/testing.ts';
import { permissions } from './testing-permissions.ts';
import { givenScene } from './testing-scene.ts';

vi.setConfig({ testTimeout: 300_000 });

function isMadeWithFramework(message: unknown): message is { fastify: FastifyInstance } {
  return typeof message === 'object' && message !== null && 'fastify' in message;
}

/** The running site, and every route that it serves; HEAD is part of GET. */
async function listenForRoutes(storage: Storage) {
  const routes: string[] = [];
  const onMade = (message: unknown) => {
    if (!isMadeWithFramework(message)) return;
    message.fastify.addHook('onRoute', ({ method, url }) => {
      for (const name of [method].flat()) if (name !== 'HEAD') routes.push(`${name} ${url}`);
    });
  };
  subscribe('fastify.initialization', onMade);
  try {
    return { ...(await listen(storage)), routes };
  } finally {
    unsubscribe('fastify.initialization', onMade);
  }
}

/** All data of the author and the commenter, and the roles. */
async function belongings(storage: Storage, { author, commenter }: Scene): Promise<unknown> {
  const ids = [author.person.id, commenter.person.id];
  const db = storage.writer;
  return {
    people: await db
      .selectFrom('people')
      .selectAll()
      .where('id', 'in', ids)
      .orderBy('id')
      .execute(),
    staff: await db
      .selectFrom('people')
      .select(['id', 'role', 'is_editor'])
      .where((row) => row.or([row('role', '!=', 'member'), row('is_editor', '=', 1)]))
      .orderBy('id')
      .execute(),
    blogs: await allTexts(db)
      .selectFrom('blogs')
      .selectAll()
      .where('author_id', 'in', ids)
      .execute(),
    comments: await allTexts(db)
      .selectFrom('comments')
      .selectAll()
      .where('person_id', 'in', ids)
      .execute(),
    wishes: await db.selectFrom('wishes').selectAll().where('person_id', 'in', ids).execute(),
    drafts: await db
      .selectFrom('saved_drafts')
      .selectAll()
      .where('person_id', 'in', ids)
      .orderBy('person_id')
      .execute(),
    sessions: await db
      .selectFrom('sessions')
      .select(['id', 'person_id'])
      .where('person_id', 'in', ids)
      .orderBy('id')
      .execute(),
  };
}

const actors = [
  'visitor',
  'user',
  'author',
  'commenter',
  'forger',
  'moderator',
  'owner',
  'editor',
  'readingProgram',
  'writingProgram',
] as const;

const endpointsByRoute: ReadonlyMap<string, Endpoint> = new Map(
  [...endpoints.values()].map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint]),
);

/**
 * The expected status for a program of the user: the user's own where its scope suffices, otherwise 403. Pages and
 * public calls ignore the token.
 */
function statusForProgram({ route, statuses }: Permission, scope: 'read' | 'write'): number {
  const endpoint = endpointsByRoute.get(route);
  if (!endpoint || endpoint.access === 'public') return statuses[0];
  const needed = tokenScopeOf(endpoint);
  return needed === 'read' || needed === scope ? statuses[1] : 403;
}

/** The expected status for each actor. */
function statusesIn(row: Permission): readonly (number | null)[] {
  const { statuses, staff, editor } = row;
  const people = [...statuses, ...(staff ?? [statuses[1], statuses[1]]), editor ?? statuses[1]];
  return [...people, statusForProgram(row, 'read'), statusForProgram(row, 'write')];
}

/** Whether the actor must not change data of the author and the commenter. */
function mayTouchNothing({ staff, editor }: Permission, actor: (typeof actors)[number]): boolean {
  if (actor === 'moderator' || actor === 'owner') return staff === undefined;
  if (actor === 'editor') return editor === undefined;
  return actor !== 'author' && actor !== 'commenter';
}

testOnEachEngine('every route has a row in the permission table', async ({ storage }) => {
  const { routes } = await listenForRoutes(storage);
  expect(permissions.map(({ route }) => route).toSorted()).toEqual(routes.toSorted());
});

testOnEachEngine(
  'each call is allowed and refused as in the permission table, and changes no other person’s data',
  async ({ storage }) => {
    const writes = vi.spyOn(storage, 'write').mock.calls;
    const { url } = await listenForRoutes(storage);
    const found: unknown[] = [];
    let number = 0;
    let scene: Scene | undefined;
    let before: unknown;
    let writesWhenMade = 0;
    /** An unchanged scene: the one of the previous call if nothing was written since. */
    async function untouchedScene(): Promise<Scene> {
      if (scene && writes.length === writesWhenMade) return scene;
      number += 1;
      const made = await givenScene(storage, url, number);
      writesWhenMade = writes.length;
      before = await belongings(storage, made);
      return made;
    }
    async function statusOf(
      row: Permission,
      actor: (typeof actors)[number],
    ): Promise<number | null> {
      const isForger = actor === 'forger';
      if (isForger && !row.forge) return null;
      scene = await untouchedScene();
      const caller = scene[isForger ? 'user' : actor];
      const { path, init } = await (isForger && row.forge ? row.forge : row.call)(scene, caller);
      // Preparing some calls adds to the scene.
      if (writes.length !== writesWhenMade) before = await belongings(storage, scene);
      const reply = await caller.request(path, init);
      await reply.arrayBuffer();
      if (mayTouchNothing(row, actor)) {
        expect(await belongings(storage, scene), `${row.route} by ${actor}`).toEqual(before);
      }
      return reply.status;
    }
    for (const row of permissions) {
      const statuses: (number | null)[] = [];
      for (const actor of actors) statuses.push(await statusOf(row, actor));
      found.push({ route: row.route, statuses });
    }
    expect(found).toEqual(
      permissions.map((row) => ({ route: row.route, statuses: statusesIn(row) })),
    );
  },
);
