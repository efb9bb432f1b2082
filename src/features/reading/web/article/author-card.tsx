import { useId } from 'react';
import type { Author } from '../../../../blog/contract.ts';
import { PersonPhoto } from '../../../../platform/web/ui/person-photo.tsx';

/** What is said of an author who said nothing (specification, section 9). */
const defaultBio = 'Writer, thinker, and creator of amazing stories.';

/** Who wrote a blog, after its end. */
export function AuthorCard({ author }: { readonly author: Author | null }) {
  const nameId = useId();
  return (
    <section aria-labelledby={nameId} className="flex flex-wrap gap-5 border-t border-rule pt-8">
      <PersonPhoto photo={author?.photo ?? null} size={96} />
      <div className="min-w-0 basis-56 grow">
        <p className="text-sm text-faint">Written by</p>
        <h2 id={nameId} className="font-display text-2xl font-medium wrap-anywhere">
          {author?.name ?? 'Unknown Author'}
        </h2>
        <p dir="auto" className="mt-2 max-w-measure text-soft text-pretty wrap-anywhere">
          {author?.bio || defaultBio}
        </p>
      </div>
    </section>
  );
}
