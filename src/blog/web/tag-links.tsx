import { Link } from 'react-router';
import { splitTags, tagKey } from '../tags.ts';

interface TagLinksProps {
  /** As the text of a blog has them. */
  readonly tags: string;
  /** The address of a tag's page; undefined for a draft, whose tags may lead nowhere yet. */
  readonly addressOf?: (key: string) => string;
  readonly className?: string;
}

/** The tags of a blog, each leading to its page; nothing where it has none. */
export function TagLinks({ tags, addressOf, className = '' }: TagLinksProps) {
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
            {addressOf ? (
              <Link
                viewTransition
                to={addressOf(tagKey(name))}
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
