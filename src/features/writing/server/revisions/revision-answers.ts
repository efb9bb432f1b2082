import { rightsOver } from '../../../../blog/policy.ts';
import { assertMayEdit, authorIdOf } from '../../../../blog/server/assert-may-edit.ts';
import { type Answer, answer } from '../../../../identity/answer.ts';
import { blogRevision, blogRevisions, blogRights, revisionNotFound } from '../../contract.ts';
import { findOwnHeldBlog } from '../held/held-blogs.ts';
import { presentRevision, presentWholeRevision } from '../present-writing.ts';
import type { WritingParts } from '../writing-answers.ts';
import { findRevision, findRevisions } from './revision-store.ts';

/** What somebody may do with a blog, and what its text was before. */
export function revisionAnswers({ storage }: WritingParts): readonly Answer[] {
  return [
    answer(blogRights, async ({ params: { id } }, { person }) => {
      const own = await findOwnHeldBlog(storage.reader, id, person.id);
      // While it is out of sight it can be changed, and nothing else.
      if (own) return { canEdit: true, canDelete: false, canComment: false };
      return { ...rightsOver(await authorIdOf(storage.reader, id), person.id) };
    }),

    answer(blogRevisions, async ({ params: { id } }, { person }) => {
      await assertMayEdit(storage.reader, id, person.id);
      return (await findRevisions(storage.reader, id)).map(presentRevision);
    }),

    answer(blogRevision, async ({ params: { id, version } }, { person }) => {
      await assertMayEdit(storage.reader, id, person.id);
      // Longer numbers are no versions, and PostgreSQL's integers don't hold them.
      const isNumber = /^\d{1,9}$/.test(version);
      const row = isNumber && (await findRevision(storage.reader, id, Number(version)));
      if (!row) throw revisionNotFound();
      return presentWholeRevision(row);
    }),
  ];
}
