import { paths } from '../paths.ts';
import { ButtonLink } from '../platform/web/ui/button.tsx';
import { Standstill } from '../platform/web/ui/standstill.tsx';
import { definePage, type Page } from './define-page.ts';

/** Stands where a page will be that needs an account, and says so. */
function NeedsAccount({ title }: { readonly title: string }) {
  return (
    <Standstill
      title={title}
      text="Accounts are not open yet. Until they are, everything that our writers publish can be found in the lists."
    >
      <ButtonLink look="primary" to={paths.allBlogs.to()}>
        All Blogs
      </ButtonLink>
      <ButtonLink look="plain" to={paths.home.to()}>
        Back to Home
      </ButtonLink>
    </Standstill>
  );
}

/** A page of this kind under the title that the real one will have. */
function needsAccountPage(title: string): Page {
  return definePage({
    component: () => <NeedsAccount title={title} />,
    head: () => ({
      title,
      description: 'Accounts are not open yet.',
      canonicalPath: paths.home.to(),
      isUnlisted: true,
    }),
  });
}

export const addBlogPage = needsAccountPage('Add Blog');
export const wishlistPage = needsAccountPage('Wishlist');
export const updateBlogPage = needsAccountPage('Update Blog');
export const signInPage = needsAccountPage('Sign In');
export const signUpPage = needsAccountPage('Sign Up');
export const accountPage = needsAccountPage('Your Account');
