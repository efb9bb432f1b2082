import { fold } from '../../platform/text/fold.ts';
import type { BlogText } from '../blog-text.ts';

/** The columns of `blogs` that come from what somebody wrote. */
export function columnsOf(text: BlogText) {
  return {
    title: text.title,
    title_folded: fold(text.title),
    image_url: text.imageUrl,
    category: text.category,
    short_description: text.shortDescription,
    long_description: text.longDescription,
  };
}
