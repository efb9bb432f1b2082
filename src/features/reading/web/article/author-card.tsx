import { useId } from 'react';
import type { BlogCard } from '../../../../blog/contract.ts';
import { bioOf } from '../../../../blog/web/byline.tsx';
import { PersonPhoto } from '../../../../platform/web/ui/pictures/person-photo.tsx';
import { AuthorName } from './author-name.tsx';

/** Who wrote a blog, after its end. */
export function AuthorCard({ blog }: { readonly blog: BlogCard }) {
  const { author } = blog;
  const nameId = useId();
  return (
    <section aria-labelledby={nameId} className="flex flex-wrap gap-5 border-t border-rule pt-8">
      <PersonPhoto photo={author?.photo ?? null} size={96} />
      <div className="min-w-0 basis-56 grow">
        <p className="text-sm text-faint">Written by</p>
        <h2 id={nameId} className="font-display text-2xl font-medium wrap-anywhere">
          <AuthorName blog={blog} />
        </h2>
        <p dir="auto" className="mt-2 max-w-measure text-soft text-pretty wrap-anywhere">
          {bioOf(author)}
        </p>
      </div>
    </section>
  );
}
