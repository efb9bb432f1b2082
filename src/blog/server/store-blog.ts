import { fold } from '../../platform/text/fold.ts';
import type { Draft } from '../blog-text.ts';

/** The columns of `blogs` that come from what somebody wrote. */
export function columnsOf(draft: Draft) {
  return {
    title: draft.title,
    title_folded: fold(draft.title),
    image_url: draft.imageUrl,
    category: draft.category,
    short_description: draft.shortDescription,
    long_description: draft.longDescription,
  };
}
