import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { myData, signOutEverywhere } from '../../features/account/contract/account-page.ts';
import { accountMessageOf } from '../../features/account/web/account-messages.ts';
import { BioForm } from '../../features/account/web/account-page/bio-form.tsx';
import { ChangeEmailForm } from '../../features/account/web/account-page/change-email-form.tsx';
import { ChangePasswordForm } from '../../features/account/web/account-page/change-password-form.tsx';
import { DeleteAccountForm } from '../../features/account/web/account-page/delete-account-form.tsx';
import { EmailState } from '../../features/account/web/account-page/email-state.tsx';
import { ProfileForm } from '../../features/account/web/account-page/profile-form.tsx';
import { SecurityEventList } from '../../features/account/web/account-page/security-event-list.tsx';
import { SessionList } from '../../features/account/web/account-page/session-list.tsx';
import {
  identitySettingsQuery,
  myAccountQuery,
  mySecurityEventsQuery,
  mySessionsQuery,
} from '../../features/account/web/account-queries.ts';
import { myFactorsQuery } from '../../features/account/web/factors/factor-queries.ts';
import { SecondFactors } from '../../features/account/web/factors/second-factors.tsx';
import { quitProvider, quitSession } from '../../features/account/web/session.ts';
import { myTokensQuery } from '../../features/account/web/tokens/token-queries.ts';
import { TokensSection } from '../../features/account/web/tokens/tokens-section.tsx';
import { useRevokedTokens } from '../../features/account/web/tokens/use-revoked-tokens.ts';
import {
  CommentEmailsForm,
  emailChoicesQuery,
} from '../../features/comment-emails/web/comment-emails-form.tsx';
import { WishlistFeed, wishlistFeedQuery } from '../../features/feeds/web/wishlist-feed.tsx';
import { NotificationChoices } from '../../features/notifications/web/notification-choices.tsx';
import { choicesQuery } from '../../features/notifications/web/notification-queries.ts';
import { pictureUploader } from '../../features/pictures/web/picture-uploader.ts';
import { historyChoiceQuery } from '../../features/reading/web/history/history-queries.ts';
import { HistorySwitch } from '../../features/reading/web/history/history-switch.tsx';
import { mayUse } from '../../identity/person.ts';
import { paths } from '../../paths.ts';
import { call } from '../../platform/web/api.ts';
import { type SiteSettings, useSiteSettings } from '../../platform/web/site-settings.ts';
import { Button, ButtonLink, buttonClass } from '../../platform/web/ui/button.tsx';
import { useDialogs } from '../../platform/web/ui/dialogs.tsx';
import { ErrorNote } from '../../platform/web/ui/error-note.tsx';
import { HeadedSection } from '../../platform/web/ui/headed-section.tsx';
import { PageHeading } from '../../platform/web/ui/headings.tsx';
import { ScriptNote } from '../../platform/web/ui/script-note.tsx';
import { textLink } from '../../platform/web/ui/text-link.ts';
import { showToast } from '../../platform/web/ui/toasts/toasts.tsx';
import { FormSkeleton } from '../../platform/web/ui/waiting.tsx';
import { useSingleFlight } from '../../platform/web/use-single-flight.ts';
import { definePage } from '../define-page.ts';

/** A name, a photo and two passwords. */
const accountFields = 4;

/**
 * The server has ended the session; notifies the other tabs, and loads a new document, which drops all data of this
 * page.
 */
async function leaveForGood(queries: QueryClient, { accountsAt }: SiteSettings): Promise<void> {
  const leave = accountsAt ? quitProvider : quitSession;
  await leave(queries).catch(() => {});
  if (!accountsAt) window.location.assign(paths.home.to());
}

function SignOutEverywhere() {
  const queries = useQueryClient();
  const settings = useSiteSettings();
  const { ask } = useDialogs();
  const revokedTokens = useRevokedTokens();

  const { isPending, run } = useSingleFlight(async () => {
    const isMeant = await ask({
      title: 'Log out everywhere?',
      text: `Every browser and device is logged out, this one too. ${revokedTokens}`.trim(),
      confirmLabel: 'Log out everywhere',
    });
    if (!isMeant) return;
    try {
      await call(queries, signOutEverywhere, {});
      await leaveForGood(queries, settings);
    } catch (error) {
      void showToast({ text: accountMessageOf(error), tone: 'bad' });
    }
  });

  return (
    <Button className="mt-6 noscript:hidden" aria-disabled={isPending} onClick={run}>
      Log out everywhere
    </Button>
  );
}

function Account() {
  const queries = useQueryClient();
  const settings = useSiteSettings();
  const { showMessage } = useDialogs();
  const { data: account, isError, refetch } = useQuery(myAccountQuery());
  if (!account && !isError) {
    return <FormSkeleton fields={accountFields} />;
  }
  if (!account) {
    return <ErrorNote onRetry={() => refetch()}>Your account could not be loaded.</ErrorNote>;
  }
  const { email, hasPassword } = account;
  const aboutYou = (
    <HeadedSection title="About you">
      <BioForm bio={account.bio} />
    </HeadedSection>
  );

  async function sayGoodbye(): Promise<void> {
    await showMessage({
      title: 'Deleted!',
      text: 'Your account has been deleted. Within 7 days you can call it back by signing in.',
    });
    await leaveForGood(queries, settings);
  }

  return (
    <>
      <p className="mb-6 flex flex-wrap gap-3">
        <ButtonLink to={paths.myWriting.to()}>My writing</ButtonLink>
        {mayUse('staff', account) && <ButtonLink to={paths.manage.to()}>Manage</ButtonLink>}
      </p>
      <ScriptNote todo="change your account" />
      <EmailState email={email} isVerified={account.isEmailVerified && !settings.accountsAt} />
      {settings.accountsAt ? (
        <>
          <p className="mt-4 text-soft">
            Your name, photo, address and password are kept by {settings.accountsAt}. What you
            change there is seen here once you log in again.
          </p>
          {aboutYou}
        </>
      ) : (
        <>
          <HeadedSection title="Profile">
            <ProfileForm person={account} pictureUploader={pictureUploader} />
          </HeadedSection>
          {aboutYou}
          <HeadedSection title="Password">
            <ChangePasswordForm email={email} hasPassword={hasPassword} />
          </HeadedSection>
          <HeadedSection title="Email address">
            <ChangeEmailForm email={email} hasPassword={hasPassword} />
          </HeadedSection>
          <SecondFactors owner={{ email, hasPassword }} />
        </>
      )}
      <HeadedSection title="Notifications">
        <NotificationChoices commentEmail={<CommentEmailsForm />} />
      </HeadedSection>
      <HeadedSection title="Reading history">
        <div className="grid gap-4">
          <HistorySwitch />
          <p>
            <Link viewTransition to={paths.history.to()} className={textLink}>
              See what you read
            </Link>
          </p>
        </div>
      </HeadedSection>
      <HeadedSection title="Wishlist feed">
        <WishlistFeed />
      </HeadedSection>
      <HeadedSection title="On this device">
        <p className="mb-4 text-soft">
          What you read last, your wishlist and your drafts can be read here without a connection,
          until you log out.
        </p>
        <ButtonLink to={paths.onThisDevice.to()}>What is on this device</ButtonLink>
      </HeadedSection>
      <HeadedSection title="Where you are logged in">
        <SessionList />
        <SignOutEverywhere />
      </HeadedSection>
      <TokensSection owner={{ email, hasPassword }} />
      <HeadedSection title="What happened to your account">
        <SecurityEventList />
      </HeadedSection>
      <HeadedSection title="Your data">
        <p className="mb-4 text-soft">Everything that this site keeps about you, as one file.</p>
        <a href={myData.path} download className={buttonClass()}>
          Download my data
        </a>
      </HeadedSection>
      <HeadedSection title="Delete account">
        <DeleteAccountForm
          email={email}
          isEmailVerified={account.isEmailVerified}
          hasPassword={hasPassword}
          onDeleted={sayGoodbye}
        />
      </HeadedSection>
    </>
  );
}

function AccountPage() {
  return (
    <div className="mx-auto max-w-measure">
      <PageHeading>Your Account</PageHeading>
      <Account />
    </div>
  );
}

export const page = definePage(paths.account, {
  component: AccountPage,
  queries: ({ settings }) => [
    myAccountQuery(),
    mySessionsQuery(),
    mySecurityEventsQuery(),
    myTokensQuery(),
    identitySettingsQuery(),
    emailChoicesQuery(),
    choicesQuery(),
    historyChoiceQuery(),
    wishlistFeedQuery(),
    ...(settings.accountsAt ? [] : [myFactorsQuery()]),
  ],
  head: () => ({
    title: 'Your Account',
    description: 'Your profile, your password and where you are logged in.',
  }),
});
