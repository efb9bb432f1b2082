import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { splitTags, tagKey } from '../tags.ts';

interface TagLinksProps {
  /** As the text of a blog has them. */
  readonly tags: string;
  /** Of a draft: its tags may lead nowhere yet. */
  readonly isDraft?: boolean;
  readonly className?: string;
}

/** The tags of a blog, each leading to its page; nothing where it has none. */
export function TagLinks({ tags, isDraft = false, className = '' }: TagLinksProps) {
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
            {isDraft ? (
              shown
            ) : (
              <Link
                viewTransition
                to={paths.tag.to(tagKey(name))}
                rel="tag"
                className="inline-flex min-h-target items-center decoration-accent underline-offset-4 hover:text-ink hover:underline"
              >
                {shown}
              </Link>
            )}
          </li>
        );
      })}
    </ul>
  );
}
