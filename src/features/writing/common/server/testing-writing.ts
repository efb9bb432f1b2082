import { onTestFinished } from 'vitest';
import type { BlogTextInput } from '../../../../blog/blog-text.ts';
import { noOptionals } from '../../../../blog/fields.ts';
import { blogAnswers } from '../../../../blog/server/blog-answers.ts';
import { noReview, type Review } from '../../../../blog/server/held/review.ts';
import {
  type MemberSite,
  type MemberSiteOptions,
  startMemberSite,
} from '../../../../identity/testing.ts';
import {
  createTextLayout,
  type TextLayoutOptions,
} from '../../../../platform/threads/text-layout.ts';
import type { Storage } from '../../../../storage/storage.ts';
import { countComments } from '../../../comments/server/count-comments.ts';
import { createPictureFiles } from '../../../pictures/server/carry-pictures.ts';
import { openPictureFolder } from '../../../pictures/server/picture-folder.ts';
import { pictureRoot } from '../../../pictures/server/testing-pictures.ts';
import { countReads } from '../../../reading/server/reads/read-store.ts';
import { searchAnswers } from '../../../search/server/search-answers.ts';
import { exportAnswers } from '../../../transfer/server/export/export-answers.ts';
import { countWishes } from '../../../wishlist/server/count-wishes.ts';
import { ownDrafts, writingAnswers } from '../../feature.ts';

export const text: Required<BlogTextInput> = {
  title: 'On engines',
  imageUrl: '/images/categories/technology.webp',
  ...noOptionals,
  category: 'Technology',
  shortDescription: 'What they weave.',
  longDescription: 'It weaves *algebraic* patterns.',
};

/** One layout for all sites of a test process, since its threads take a moment to start; they end with the process. */
const sharedLayout = createTextLayout();

function throwError(error: unknown): never {
  throw error;
}

/** No review: every text is published at once. */
export const withoutReview = { review: noReview };

/** Starts a site with blogs only: reading, search, writing and export. */
export function startBlogSite(
  storage: Storage,
  {
    bounds,
    review,
    ...options
  }: MemberSiteOptions & { bounds?: TextLayoutOptions; review?: Review } = {},
): Promise<MemberSite> {
  const folder = openPictureFolder(pictureRoot());
  const layout = bounds ? createTextLayout(bounds) : sharedLayout;
  if (bounds) onTestFinished(() => layout.close());
  return startMemberSite(
    storage,
    (parts) => [
      ...blogAnswers({ ...parts, layout, onError: throwError }),
      ...searchAnswers(parts),
      ...exportAnswers({
        ...parts,
        ownDrafts: (personId) => ownDrafts(storage, personId),
        pictureFiles: () => createPictureFiles(folder),
      }),
      ...writingAnswers({
        ...parts,
        layout,
        countWishes,
        countComments,
        countReads,
        ...withoutReview,
        ...(review && { review }),
      }),
    ],
    options,
  );
}
