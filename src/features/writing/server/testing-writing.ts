import type { BlogTextInput } from '../../../blog/blog-text.ts';
import { blogAnswers } from '../../../blog/server/blog-answers.ts';
import { type MemberSite, startMemberSite } from '../../../identity/testing.ts';
import type { Storage } from '../../../storage/storage.ts';
import { searchAnswers } from '../../search/server/search-answers.ts';
import { exportAnswers } from '../../transfer/server/export/export-answers.ts';
import { writingAnswers } from './writing-answers.ts';

export const text: BlogTextInput = {
  title: 'On engines',
  imageUrl: '/images/categories/technology.webp',
  category: 'Technology',
  shortDescription: 'What they weave.',
  longDescription: 'It weaves *algebraic* patterns.',
};

/** A site with nothing but blogs: reading, finding, writing, taking them away. */
export function startBlogSite(
  storage: Storage,
  options: { limits?: number } = {},
): Promise<MemberSite> {
  return startMemberSite(
    storage,
    (parts) => [
      ...blogAnswers(parts),
      ...searchAnswers(parts),
      ...writingAnswers(parts),
      ...exportAnswers(parts),
    ],
    options,
  );
}
