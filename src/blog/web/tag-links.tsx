import { Link } from 'react-router';
import { splitTags, tagKey } from '../tags.ts';

interface TagLinksProps {
  /** In the stored format. */
  readonly tags: string;
  /**
   * The address of a tag's page, by its key; without it the tags are plain text, as those of a draft may have no page
   * yet.
   */
  readonly to?: (tag: string) => string;
  readonly className?: string;
}

/** A blog's tags; null where it has none. */
export function TagLinks({ tags, to, className = '' }: TagLinksProps) {
  const names = splitTags(tags);
  if (names.length === 0) return null;
  return (
    <ul aria-label="Tags" className={`flex flex-wrap gap-x-4 text-sm text-faint ${className}`}>
      {names.map((name) => {
        const shown = (
          <>
            <span aria-hidden="true">#</span>
            <bdi>{name}</bdi>
          </>
        );
        return (
          <li key={name} className="min-w-0 wrap-anywhere">
            {to ? (
              <Link
                viewTransition
                to={to(tagKey(name))}
                rel="tag"
                className="inline-flex min-h-target items-center decoration-accent underline-offset-4 hover:text-ink hover:underline"
              >
                {shown}
              </Link>
            ) : (
              shown
            )}
          </li>
        );
      })}
    </ul>
  );
}
