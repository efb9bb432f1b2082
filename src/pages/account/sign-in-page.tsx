import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { identitySettingsQuery } from '../../features/account/web/account-queries.ts';
import { PasskeyButton } from '../../features/account/web/factors/passkey-button.tsx';
import { SecondStepGate } from '../../features/account/web/factors/second-step-gate.tsx';
import { ExternalSignIn } from '../../features/account/web/openid/external-sign-in.tsx';
import { GoogleButton } from '../../features/account/web/openid/google-button.tsx';
import type { PasswordNeeded } from '../../features/account/web/openid/google-sign-in.ts';
import { LinkGoogleForm } from '../../features/account/web/openid/link-google-form.tsx';
import { SignInForm } from '../../features/account/web/sign-in/sign-in-form.tsx';
import { safeReturnPath } from '../../identity/session/return-path.ts';
import { returnQueryOf, useReturnPath } from '../../identity/web/origin.ts';
import { paths } from '../../paths.ts';
import { nameIn } from '../../platform/site/own-settings.ts';
import { useCarriedToken } from '../../platform/web/link-token.ts';
import { useSiteSettings } from '../../platform/web/site-settings.ts';
import { PageHeading } from '../../platform/web/ui/headings.tsx';
import { textLink } from '../../platform/web/ui/text-link.ts';
import { definePage } from '../define-page.ts';
import { RequestedBlog, requestedBlogQueries } from './requested-blog.tsx';

/** How to get a new password: a link by email, or the contact page of a site that sends no email. */
function ForgottenPassword() {
  const { data: settings } = useQuery(identitySettingsQuery());
  const from = useReturnPath();
  if (!settings) return null;
  if (!settings.mail) {
    return (
      <p className="mt-4 text-soft">
        Forgot your password? Please{' '}
        <Link viewTransition to={paths.contact.to()} className={textLink}>
          contact us
        </Link>{' '}
        for a link to choose a new one.
      </p>
    );
  }
  return (
    <p className="mt-4">
      <Link to={paths.forgotPassword.to(returnQueryOf(from))} className={textLink}>
        Forgot password?
      </Link>
    </p>
  );
}

function SignInWays() {
  const [needed, setNeeded] = useState<PasswordNeeded>();
  const from = useReturnPath();
  const { accountsAt } = useSiteSettings();
  if (accountsAt) {
    return (
      <>
        <PageHeading>Sign In</PageHeading>
        <ExternalSignIn at={accountsAt} />
      </>
    );
  }
  if (needed) {
    return (
      <>
        <PageHeading>Sign In</PageHeading>
        <LinkGoogleForm needed={needed} onCancel={() => setNeeded(undefined)} />
        <ForgottenPassword />
      </>
    );
  }
  return (
    <>
      <PageHeading>Sign In</PageHeading>
      <SignInForm />
      <ForgottenPassword />
      <div className="my-8 border-t border-rule pt-8 noscript:hidden">
        <GoogleButton onPasswordNeeded={setNeeded} />
        <PasskeyButton />
      </div>
      <p className="text-soft">
        New here?{' '}
        <Link viewTransition to={paths.signUp.to(returnQueryOf(from))} className={textLink}>
          Sign Up
        </Link>
      </p>
    </>
  );
}

function SignInPage() {
  // Of the link to own the site, which needs an account.
  useCarriedToken('code');
  return (
    <SecondStepGate>
      <RequestedBlog />
      <SignInWays />
    </SecondStepGate>
  );
}

/** Redirects a signed-in visitor to the page they wanted. */
export function pastSignIn({
  isMember,
  query,
}: {
  readonly isMember: boolean;
  readonly query: { readonly from?: string | undefined };
}): string | undefined {
  return isMember ? safeReturnPath(query.from) : undefined;
}

export const page = definePage(paths.signIn, {
  component: SignInPage,
  queries: ({ query }) => [identitySettingsQuery(), ...requestedBlogQueries(query.from)],
  redirect: pastSignIn,
  head: ({ settings: { own } }) => ({
    title: 'Sign In',
    description: `Sign in to ${nameIn(own)} to read whole blogs, comment, and keep a wishlist.`,
    canonicalPath: paths.signIn.to(),
  }),
});
