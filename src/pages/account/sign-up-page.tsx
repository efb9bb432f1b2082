import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { identitySettingsQuery } from '../../features/account/web/account-queries.ts';
import { SecondStepGate } from '../../features/account/web/factors/second-step-gate.tsx';
import { ExternalSignIn } from '../../features/account/web/openid/external-sign-in.tsx';
import { GoogleButton } from '../../features/account/web/openid/google-button.tsx';
import type { PasswordNeeded } from '../../features/account/web/openid/google-sign-in.ts';
import { LinkGoogleForm } from '../../features/account/web/openid/link-google-form.tsx';
import { SignUpForm } from '../../features/account/web/sign-in/sign-up-form.tsx';
import { useInvite } from '../../features/account/web/sign-in/use-invite.ts';
import { invitationStateQuery } from '../../features/settings/web/settings-queries.ts';
import { paths } from '../../paths.ts';
import { nameIn } from '../../platform/site/own-settings.ts';
import { useSiteSettings } from '../../platform/web/site-settings.ts';
import { PageHeading } from '../../platform/web/ui/headings.tsx';
import { definePage } from '../define-page.ts';
import { RequestedBlog, requestedBlogQueries } from './requested-blog.tsx';
import { pastSignIn } from './sign-in-page.tsx';
import { ToSignIn } from './to-sign-in.tsx';

function SignUpWays() {
  const [needed, setNeeded] = useState<PasswordNeeded>();
  const { accountsAt } = useSiteSettings();
  if (accountsAt) {
    return (
      <>
        <PageHeading>Sign Up</PageHeading>
        <ExternalSignIn at={accountsAt} isNew />
      </>
    );
  }
  if (needed) {
    return (
      <>
        <PageHeading>Sign Up</PageHeading>
        <LinkGoogleForm needed={needed} onCancel={() => setNeeded(undefined)} />
      </>
    );
  }
  return (
    <>
      <PageHeading>Sign Up</PageHeading>
      <SignUpForm />
      <div className="my-8 border-t border-rule pt-8 noscript:hidden">
        <GoogleButton onPasswordNeeded={setNeeded} />
      </div>
      <ToSignIn question="Already have an account?" />
    </>
  );
}

/** Why the visitor can't sign up; undefined where they can. */
function useClosedReason(): string | undefined {
  const { signUp } = useSiteSettings();
  const invite = useInvite();
  const { data } = useQuery({
    ...invitationStateQuery(invite ?? ''),
    enabled: signUp === 'invited' && invite !== undefined,
  });
  if (signUp === 'nobody') return 'This site takes no new accounts at the moment.';
  if (signUp !== 'invited') return undefined;
  if (!invite) {
    return 'New accounts are by invitation here. If you were sent a link, please open it.';
  }
  if (data?.isOpen !== false) return undefined;
  return 'This invitation has been used or is over. Please ask the person who sent it for a new one.';
}

function SignUp() {
  const reason = useClosedReason();
  if (reason === undefined) return <SignUpWays />;
  return (
    <>
      <PageHeading>Sign Up</PageHeading>
      <p className="text-lg text-pretty">{reason}</p>
      <ToSignIn question="Already have an account?" />
    </>
  );
}

function SignUpPage() {
  return (
    <SecondStepGate>
      <RequestedBlog />
      <SignUp />
    </SecondStepGate>
  );
}

export const page = definePage(paths.signUp, {
  component: SignUpPage,
  queries: ({ query: { from, invite }, settings }) => [
    identitySettingsQuery(),
    ...requestedBlogQueries(from),
    ...(settings.signUp === 'invited' && invite ? [invitationStateQuery(invite)] : []),
  ],
  redirect: pastSignIn,
  head: ({ settings: { own } }) => ({
    title: 'Sign Up',
    description: `Make an account at ${nameIn(own)} to read, write, comment, and keep a wishlist.`,
    canonicalPath: paths.signUp.to(),
  }),
});
