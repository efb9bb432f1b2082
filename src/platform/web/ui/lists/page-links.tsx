import { ButtonLink } from '../button.tsx';

interface PageLinksProps {
  /** Where one is: other links for each page, so that the focus goes on to what they lead to. */
  readonly place: string;
  /** Addresses; undefined where there is no such page. */
  readonly newest: string | undefined;
  readonly newer: string | undefined;
  readonly older: string | undefined;
}

/** The ways from one page of a list of posts to the others. */
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
