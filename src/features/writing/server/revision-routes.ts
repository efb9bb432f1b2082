import type { FastifyInstance } from 'fastify';
import { rightsOver } from '../../../blog/policy.ts';
import { assertMayEdit, authorIdOf } from '../../../blog/server/assert-may-edit.ts';
import { requirePerson } from '../../../identity/guards.ts';
import { problem } from '../../../platform/contract/problems.ts';
import { bind } from '../../../platform/http/bind.ts';
import { blogRevision, blogRevisions, blogRights } from '../contract.ts';
import { presentRevision, presentWholeRevision } from './present-writing.ts';
import { findRevision, findRevisions } from './revision-store.ts';
import type { WritingRoutesOptions } from './writing-routes-options.ts';

/** What somebody may do with a blog, and what its text was before. */
export function revisionRoutes(app: FastifyInstance, options: WritingRoutesOptions): void {
  const { storage } = options;
  const { guard, sessions } = options.identity;

  bind(app, guard, blogRights, async ({ params }, { request }) => {
    const person = await requirePerson(sessions, request);
    return { ...rightsOver(await authorIdOf(storage.reader, params.id), person.id) };
  });

  bind(app, guard, blogRevisions, async ({ params }, { request }) => {
    const person = await requirePerson(sessions, request);
    await assertMayEdit(storage.reader, params.id, person.id);
    return (await findRevisions(storage.reader, params.id)).map(presentRevision);
  });

  bind(app, guard, blogRevision, async ({ params: { id, version } }, { request }) => {
    const person = await requirePerson(sessions, request);
    await assertMayEdit(storage.reader, id, person.id);
    // Longer numbers are no versions, and PostgreSQL's integers don't hold them.
    const isNumber = /^\d{1,9}$/.test(version);
    const row = isNumber && (await findRevision(storage.reader, id, Number(version)));
    if (!row) throw problem('revision-not-found');
    return presentWholeRevision(row);
  });
}
