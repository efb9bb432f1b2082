import { type UseFormReturn, useWatch } from 'react-hook-form';
import type { BlogText } from '../../../../../blog/blog-text.ts';
import { categories } from '../../../../../blog/contract.ts';
import { isLongTitle } from '../../../../../blog/web/blog-entry.ts';
import { CategoryLabel } from '../../../../../blog/web/category-label.tsx';
import { CoverPicture } from '../../../../../blog/web/cover-picture.tsx';
import { TagLinks } from '../../../../../blog/web/tag-links.tsx';
import { isPictureUrl } from '../../../../../platform/text/web-url.ts';
import type { DraftText } from '../../../common/contract.ts';

interface PreviewHeadProps {
  readonly form: UseFormReturn<DraftText, unknown, BlogText>;
}

/** The head of the previewed blog: category, title, short description, cover. */
export function PreviewHead({ form: { control } }: PreviewHeadProps) {
  const [title, imageUrl, imageAlt, chosen, tags, shortDescription] = useWatch({
    control,
    name: ['title', 'imageUrl', 'imageAlt', 'category', 'tags', 'shortDescription'],
  });
  const category = categories.find((name) => name === chosen);
  return (
    <header className="mb-10">
      {category && (
        <p className="text-sm">
          <CategoryLabel category={category} />
        </p>
      )}
      <p
        dir="auto"
        className={`mt-2 font-display font-medium text-balance wrap-anywhere hyphens-auto ${isLongTitle(title) ? 'text-3xl' : 'text-4xl'}`}
      >
        {title || <span className="text-faint">No title yet</span>}
      </p>
      <p
        dir="auto"
        className="mt-4 font-display text-xl leading-snug text-soft text-pretty wrap-anywhere"
      >
        {shortDescription}
      </p>
      <TagLinks tags={tags} className="mt-4" />
      {category && isPictureUrl(imageUrl) && (
        <CoverPicture
          imageUrl={imageUrl}
          alt={imageAlt}
          category={category}
          sizes="40rem"
          className="mt-8"
        />
      )}
    </header>
  );
}
