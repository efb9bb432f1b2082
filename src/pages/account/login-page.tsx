import { paths } from '../../paths.ts';
import { nameIn } from '../../platform/site/own-settings.ts';
import { definePage } from '../define-page.ts';

/** Alias of Sign In: redirects there and keeps the origin. */
export const page = definePage(paths.login, {
  component: () => null,
  redirect: ({ query }) => paths.signIn.to(query),
  head: ({ settings: { own } }) => ({
    title: 'Sign In',
    description: `Sign in to ${nameIn(own)}.`,
  }),
});
