import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { identitySettingsQuery } from '../../features/account/web/account-queries.ts';
import { MissingServices } from '../../features/account/web/missing-services.tsx';
import { pictureUploader } from '../../features/pictures/web/picture-uploader.ts';
import type { SavedReply } from '../../features/settings/contract/settings.ts';
import { Invitations } from '../../features/settings/web/invitations.tsx';
import { SettingsForm } from '../../features/settings/web/settings-form.tsx';
import { SettingsHistory } from '../../features/settings/web/settings-history.tsx';
import {
  invitationsQuery,
  settingsStatesQuery,
  siteSettingsQuery,
} from '../../features/settings/web/settings-queries.ts';
import { SettingsSkeleton } from '../../features/settings/web/settings-skeleton.tsx';
import { useSettingsForm } from '../../features/settings/web/use-settings-form.ts';
import { paths } from '../../paths.ts';
import { ErrorNote } from '../../platform/web/ui/error-note.tsx';
import { SectionHeading } from '../../platform/web/ui/headings.tsx';
import { definePage } from '../define-page.ts';
import { ConfirmIdentity } from './confirm-identity.tsx';
import { ManageLayout } from './manage-layout.tsx';

const savedMark = '#saved';

/** Reloads the document to show the new name and look. */
function showSaved(): void {
  window.history.replaceState(window.history.state, '', savedMark);
  window.location.reload();
}

/** Confirms once, after the reload, that the settings were saved. */
function SavedNote() {
  const [isSaved, setIsSaved] = useState(false);
  const note = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (window.location.hash !== savedMark) return;
    window.history.replaceState(window.history.state, '', window.location.pathname);
    setIsSaved(true);
  }, []);
  useEffect(() => {
    if (isSaved) note.current?.focus();
  }, [isSaved]);
  if (!isSaved) return null;
  return (
    <p ref={note} tabIndex={-1} role="status" className="mb-8 border-l-2 border-good py-1 pl-4">
      The settings have been saved. Every page shows them from now on.
    </p>
  );
}

interface SettingsProps {
  readonly saved: SavedReply & { readonly machine: { readonly reading: 'members' | 'public' } };
}

function Settings({ saved }: SettingsProps) {
  const form = useSettingsForm(saved, showSaved);
  return (
    <div className="grid grid-cols-1 gap-x-16 gap-y-12 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <SettingsForm
        form={form}
        pictureUploader={pictureUploader}
        confirmFactor={(question) => <ConfirmIdentity {...question} />}
      />
      <div className="grid content-start gap-12">
        <section aria-labelledby="invitations">
          <SectionHeading size="side" id="invitations">
            Invitations
          </SectionHeading>
          <Invitations />
        </section>
        <section aria-labelledby="what-was-changed">
          <SectionHeading size="side" id="what-was-changed">
            What was changed
          </SectionHeading>
          <SettingsHistory
            version={saved.version}
            onSaved={showSaved}
            confirmFactor={(question) => <ConfirmIdentity {...question} />}
          />
        </section>
      </div>
    </div>
  );
}

function SettingsPage() {
  const { data: saved, isError, refetch } = useQuery(siteSettingsQuery());
  return (
    <ManageLayout
      title="Settings"
      lead="What the site is called, how it looks, and for whom it is."
    >
      <SavedNote />
      <MissingServices />
      {saved && <Settings saved={saved} />}
      {!saved && isError && (
        <ErrorNote onRetry={() => refetch()}>The settings could not be loaded.</ErrorNote>
      )}
      {!saved && !isError && <SettingsSkeleton />}
    </ManageLayout>
  );
}

export const page = definePage(paths.manageSettings, {
  component: SettingsPage,
  queries: () => [
    siteSettingsQuery(),
    settingsStatesQuery(),
    invitationsQuery(),
    identitySettingsQuery(),
  ],
  head: () => ({ title: 'Settings', description: 'What this site is called and how it looks.' }),
});
