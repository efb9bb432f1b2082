import type { TagRewriter } from '../../../blog/server/tags/rewrite-tags.ts';
import { type Answer, answer } from '../../../identity/answer.ts';
import type { StaffParts } from '../../../identity/owners.ts';
import {
  deleteTag,
  managedTags,
  managedTagsPerPage,
  mergeTag,
  renameTag,
} from '../contract/manage.ts';
import { changeName, mergeInto, removeTag } from './change-tags.ts';
import { listManagedTags } from './tag-store.ts';

export interface ManageParts extends StaffParts {
  readonly rewriter: Pick<TagRewriter, 'begin'>;
}

/** Endpoints by which staff view and change tags. */
export function manageAnswers({ rewriter, ...parts }: ManageParts): readonly Answer[] {
  return [
    answer(managedTags, async ({ query }) => {
      // Read from the writer: a replica may lag behind a recent change.
      const { rows, next } = await listManagedTags(parts.storage.writer, query, managedTagsPerPage);
      return { tags: [...rows], nextCursor: next ?? null };
    }),

    answer(renameTag, async ({ params: { tag }, body: { name } }, { person }) => {
      const named = await changeName(parts, { tag, by: person }, name);
      await rewriter.begin();
      return named;
    }),

    answer(mergeTag, async ({ params: { tag }, body: { into } }, { person }) => {
      const other = await mergeInto(parts, { tag, by: person }, into);
      await rewriter.begin();
      return other;
    }),

    answer(deleteTag, ({ params: { tag } }, { person }) => removeTag(parts, { tag, by: person })),
  ];
}
