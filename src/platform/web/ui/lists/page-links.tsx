import { ButtonLink } from '../button.tsx';

interface PageLinksProps {
  /** Identifies the page: its links are new elements, so that the focus moves to the new page's content. */
  readonly place: string;
  /** Addresses; undefined if there is no such page. */
  readonly newest: string | undefined;
  readonly newer: string | undefined;
  readonly older: string | undefined;
}

/** Links between the pages of a list of posts. */
export function PageLinks({ place, newest, newer, older }: PageLinksProps) {
  if (newest === undefined && newer === undefined && older === undefined) return null;
  return (
    <nav
      key={place}
      aria-label="Pages"
      className="mt-12 flex flex-wrap gap-4 border-t border-rule pt-6"
    >
      {newest !== undefined && <ButtonLink to={newest}>Newest posts</ButtonLink>}
      {newer !== undefined && (
        <ButtonLink rel="prev" to={newer}>
          Newer posts
        </ButtonLink>
      )}
      {older !== undefined && (
        <ButtonLink rel="next" to={older} className="ml-auto">
          Older posts
        </ButtonLink>
      )}
    </nav>
  );
}
