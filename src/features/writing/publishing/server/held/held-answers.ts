import { blogNotFound } from '../../../../../blog/contract.ts';
import { fieldNames, fieldsOf } from '../../../../../blog/fields.ts';
import type { TextKind } from '../../../../../blog/held.ts';
import { findOwnHolds, presentWhyHeld } from '../../../../../blog/server/held/moderation-holds.ts';
import { presentCover } from '../../../../../blog/server/present-blog.ts';
import { type Answer, answer } from '../../../../../identity/answer.ts';
import { isoOf } from '../../../../../platform/text/iso-of.ts';
import type { WritingParts } from '../../../common/server/writing-parts.ts';
import { myHeldBlog, myHeldTexts } from '../../contract/held.ts';
import { findOwnHeldBlog } from './held-blogs.ts';

/** Endpoints of the member's own texts under a hold. */
export function heldAnswers({ storage }: WritingParts): readonly Answer[] {
  return [
    answer(myHeldTexts, async (_input, { person }) => {
      const rows = await findOwnHolds(storage.reader, person.id);
      return rows.map((row) => ({
        ...presentWhyHeld(row),
        kind: row.kind as TextKind,
        _id: row.id,
        blogId: row.blog_id,
        label: row.label,
        createdAt: isoOf(row.created_at),
      }));
    }),

    answer(myHeldBlog, async ({ params: { id } }, { person }) => {
      const own = await findOwnHeldBlog(storage.reader, id, person.id);
      if (!own) throw blogNotFound();
      const { blog, held } = own;
      return {
        _id: blog.id,
        ...fieldsOf(blog, fieldNames),
        imageUrl: presentCover(blog),
        author: { name: person.displayName, photo: person.photoURL, bio: null },
        authorId: person.id,
        createdAt: isoOf(blog.created_at),
        wordCount: blog.word_count,
        updatedAt: isoOf(blog.updated_at),
        version: blog.version,
        held: presentWhyHeld(held),
      };
    }),
  ];
}
