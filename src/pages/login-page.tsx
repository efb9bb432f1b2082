import { paths } from '../paths.ts';
import { definePage } from './define-page.ts';
import { signInPage } from './sign-in-page.tsx';

/** An address of Sign In that leads there and keeps the origin; it has no screen of its own. */
export const loginPage = definePage({
  ...signInPage,
  redirect: ({ search }) => paths.signIn.to(search.get('from') ?? undefined),
});
