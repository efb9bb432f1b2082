import { paths } from '../../../../paths.ts';
import { ButtonLink } from '../../../../platform/web/ui/button.tsx';

/** The next step on a site without a blog; whoever isn't signed in is led to Sign In, and back. */
export function WriteFirst() {
  return <ButtonLink to={paths.addBlog.to()}>Write the first blog</ButtonLink>;
}
