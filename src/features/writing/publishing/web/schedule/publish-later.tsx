import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../../../../paths.ts';
import { Problem } from '../../../../../platform/contract/problems.ts';
import { call } from '../../../../../platform/web/api.ts';
import { SideSection } from '../../../../../platform/web/ui/headed-section.tsx';
import { Moment } from '../../../../../platform/web/ui/moment.tsx';
import { showToast } from '../../../../../platform/web/ui/toasts/toasts.tsx';
import { useIsHydrated } from '../../../../../platform/web/use-is-hydrated.ts';
import { useSingleFlight } from '../../../../../platform/web/use-single-flight.ts';
import { draftSummaryQuery, myDraftsKey } from '../../../drafts/web/draft-queries.ts';
import type { DraftKeeper } from '../../../drafts/web/keeper/draft-keeper.ts';
import { scheduleDraft, unscheduleDraft } from '../../contract/schedule.ts';
import { readFieldTime, shortTimeOf } from './local-time.ts';
import { TimeToPublish } from './time-to-publish.tsx';

interface PublishLaterProps {
  readonly keeper: DraftKeeper;
  readonly draftKey: string;
  /** Validates the form without publishing, and focuses the first invalid field. */
  readonly check: () => Promise<boolean>;
}

const notSaved = 'The text is not on the site yet. Please try again in a moment.';

/** Schedules a draft's publication in local time. */
export function PublishLater({ keeper, draftKey, check }: PublishLaterProps) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string>();
  const isHydrated = useIsHydrated();
  const { data: summary } = useQuery({ ...draftSummaryQuery(draftKey), enabled: isHydrated });
  const publishAt = summary?.publishAt ?? null;

  function refuse(message: string): void {
    setError(message);
    field.current?.focus();
  }

  async function schedule(): Promise<void> {
    const read = readFieldTime(field.current?.value ?? '', Date.now());
    if ('refusal' in read) return refuse(read.refusal);
    setError(undefined);
    if (!(await check())) return;
    keeper.save();
    const revision = await keeper.pause();
    keeper.resume();
    if (revision === null || keeper.getState().isUnsaved) return refuse(notSaved);
    const at = new Date(read.time).toISOString();
    const input = { params: { key: draftKey }, body: { publishAt: at, revision } };
    await call(queries, scheduleDraft, input);
    void queries.invalidateQueries({ queryKey: myDraftsKey });
    void showToast({ text: `Scheduled for ${shortTimeOf(read.time, Date.now())}.` });
    await navigate(paths.myWriting.to({ list: 'scheduled' }), { viewTransition: true });
  }

  async function cancelSchedule(): Promise<void> {
    await call(queries, unscheduleDraft, { params: { key: draftKey } });
    await queries.invalidateQueries({ queryKey: myDraftsKey });
    void showToast({ text: 'It stays a draft.' });
    field.current?.focus();
  }

  const { isPending, run } = useSingleFlight(async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (failure) {
      refuse(failure instanceof Problem ? failure.message : notSaved);
    }
  });

  return (
    <SideSection title="Publish later">
      {publishAt !== null && (
        <p className="mb-4">
          To be published <Moment at={publishAt} />, as it stands then.
        </p>
      )}
      <TimeToPublish
        field={field}
        publishAt={publishAt}
        error={error}
        isPending={isPending}
        onSchedule={() => void run(schedule)}
        onCancel={() => void run(cancelSchedule)}
      />
    </SideSection>
  );
}
