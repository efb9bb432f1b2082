import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { paths } from '../../../../../paths.ts';
import { Problem } from '../../../../../platform/contract/problems.ts';
import { call } from '../../../../../platform/web/api.ts';
import { useSiteSettings } from '../../../../../platform/web/site-settings.ts';
import { Button } from '../../../../../platform/web/ui/button.tsx';
import { TextField } from '../../../../../platform/web/ui/forms/field.tsx';
import { SideSection } from '../../../../../platform/web/ui/headed-section.tsx';
import { showToast } from '../../../../../platform/web/ui/toasts/toasts.tsx';
import { useIsHydrated } from '../../../../../platform/web/use-is-hydrated.ts';
import { useSingleFlight } from '../../../../../platform/web/use-single-flight.ts';
import { draftNotFound } from '../../contract/drafts.ts';
import { endPreviewLink, makePreviewLink } from '../../contract/preview-link.ts';
import { draftSummaryQuery, myDraftsKey } from '../draft-queries.ts';
import type { DraftKeeper } from '../keeper/draft-keeper.ts';

interface PreviewLinkProps {
  readonly keeper: DraftKeeper;
  readonly draftKey: string;
}

const notKept = 'The text is not on the site yet. Please write something, and try again.';

/** Creates and revokes the draft's preview link, which needs no account. */
export function PreviewLink({ keeper, draftKey }: PreviewLinkProps) {
  const queries = useQueryClient();
  const { siteUrl } = useSiteSettings();
  const maker = useRef<HTMLButtonElement>(null);
  const [link, setLink] = useState<string>();
  const isHydrated = useIsHydrated();
  const { data: summary } = useQuery({ ...draftSummaryQuery(draftKey), enabled: isHydrated });
  const hasLink = link !== undefined || summary?.hasPreview === true;

  async function make(): Promise<void> {
    keeper.save();
    await keeper.pause();
    keeper.resume();
    const { body } = await call(queries, makePreviewLink, { params: { key: draftKey } });
    setLink(new URL(paths.preview.to(body.token), siteUrl).href);
  }

  async function end(): Promise<void> {
    await call(queries, endPreviewLink, { params: { key: draftKey } });
    setLink(undefined);
    // The pressed button disappears with the link.
    maker.current?.focus();
    void showToast({ text: 'The link leads nowhere any more.' });
  }

  const { isPending, run } = useSingleFlight(async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      const isOurs = error instanceof Problem && !draftNotFound.is(error);
      void showToast({ text: isOurs ? error.message : notKept, tone: 'bad' });
    }
    await queries.invalidateQueries({ queryKey: myDraftsKey });
  });

  return (
    <SideSection title="Show it to somebody">
      {link !== undefined && (
        <TextField
          label="Link to this draft"
          readOnly
          value={link}
          hint="It is shown this once. Whoever has it can read the draft as it stands, without an account."
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
      {link === undefined && (
        <p className="text-soft">
          {hasLink
            ? 'There is a link to this draft. Whoever has it can read it as it stands.'
            : 'A link lets others read this draft as it stands, without an account, until you end it.'}
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-x-6 gap-y-2">
        <Button ref={maker} aria-disabled={isPending || !isHydrated} onClick={() => void run(make)}>
          {hasLink ? 'Make another link' : 'Make a link'}
        </Button>
        {hasLink && (
          <Button look="plain" aria-disabled={isPending} onClick={() => void run(end)}>
            End the link
          </Button>
        )}
      </div>
    </SideSection>
  );
}
