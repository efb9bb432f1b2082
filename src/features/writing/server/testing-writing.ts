import type { BlogTextInput } from '../../../blog/blog-text.ts';
import { type MemberSite, startMemberSite } from '../../../identity/testing.ts';
import type { Storage } from '../../../storage/storage.ts';
import { readingRoutes } from '../../reading/server/reading-routes.ts';
import { writingRoutes } from './writing-routes.ts';

export const text: BlogTextInput = {
  title: 'On engines',
  imageUrl: '/images/categories/technology.webp',
  category: 'Technology',
  shortDescription: 'What they weave.',
  longDescription: 'It weaves *algebraic* patterns.',
};

/** A site with nothing but blogs. */
export function startBlogSite(
  storage: Storage,
  options: { limits?: number } = {},
): Promise<MemberSite> {
  return startMemberSite(
    storage,
    (app, parts) => {
      readingRoutes(app, { storage, guard: parts.identity.guard });
      writingRoutes(app, parts);
    },
    options,
  );
}
