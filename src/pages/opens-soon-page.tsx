import { paths } from '../paths.ts';
import { ButtonLink } from '../platform/web/ui/button.tsx';
import { Standstill } from '../platform/web/ui/standstill.tsx';
import { definePage, type Page } from './define-page.ts';

interface OpensSoonProps {
  readonly title: string;
  readonly text: string;
}

/** Stands where a page for people with an account will be, and says so. */
function opensSoonPage({ title, text }: OpensSoonProps): Page {
  return definePage({
    component: () => (
      <Standstill title={title} text={text}>
        <ButtonLink look="primary" to={paths.allBlogs.to()}>
          All Blogs
        </ButtonLink>
        <ButtonLink look="plain" to={paths.home.to()}>
          Back to Home
        </ButtonLink>
      </Standstill>
    ),
    head: () => ({
      title,
      description: text,
      canonicalPath: paths.home.to(),
      isUnlisted: true,
    }),
  });
}

const writing =
  'Writing opens soon. Until then, everything that our writers publish is in the lists.';

export const addBlogPage = opensSoonPage({ title: 'Add Blog', text: writing });
export const updateBlogPage = opensSoonPage({ title: 'Update Blog', text: writing });
export const wishlistPage = opensSoonPage({
  title: 'Your Wishlist',
  text: 'Wishlists open soon. Until then, everything that our writers publish is in the lists.',
});
