import { NavLink } from 'react-router';
import { WishCount } from '../../features/wishlist/web/wish-count.tsx';
import { paths } from '../../paths.ts';

interface NavigationEntry {
  readonly label: string;
  readonly to: string;
  readonly isForMembers?: boolean;
}

const entries: readonly NavigationEntry[] = [
  { label: 'Home', to: paths.home.to() },
  { label: 'Add Blog', to: paths.addBlog.to(), isForMembers: true },
  { label: 'All Blogs', to: paths.allBlogs.to() },
  { label: 'Featured Blogs', to: paths.featuredBlogs.to() },
  { label: 'Wishlist', to: paths.wishlist.to(), isForMembers: true },
  { label: 'Contact us', to: paths.contact.to() },
];

/** The part of a path that the links depend on: equal for all pages that no link leads to. */
export function placeAmongLinks(pathname: string): string {
  const lower = pathname.toLowerCase();
  const isPlaced = entries.some(({ to }) =>
    to === paths.home.to() ? pathname === to : lower.startsWith(to.toLowerCase()),
  );
  return isPlaced ? pathname : '';
}

interface NavigationLinksProps {
  /** False omits links that need an account. */
  readonly hasMemberLinks: boolean;
  /** Whether the viewer has a wishlist to count. */
  readonly isMember: boolean;
  /** Unique id of this list among the page's lists. */
  readonly id: string;
  readonly className: string;
  readonly itemClassName?: string;
}

/** The site's main links as list items, with the current page marked. */
export function NavigationLinks(props: NavigationLinksProps) {
  const { hasMemberLinks, isMember, id, className, itemClassName = '' } = props;
  const countId = `${id}-wishes`;
  return entries
    .filter(({ isForMembers }) => hasMemberLinks || !isForMembers)
    .map(({ label, to }) => {
      const isCounted = isMember && to === paths.wishlist.to();
      return (
        <li key={to} className={`flex items-center ${itemClassName}`}>
          <NavLink
            viewTransition
            end={to === paths.home.to()}
            to={to}
            className={className}
            aria-describedby={isCounted ? countId : undefined}
          >
            {label}
          </NavLink>
          {isCounted && <WishCount id={countId} />}
        </li>
      );
    });
}
