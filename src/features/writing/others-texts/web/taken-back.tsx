import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { blogsKey } from '../../../../blog/web/blog-queries.ts';
import { personalKey, readersKey } from '../../../../identity/web/viewer.ts';
import { paths } from '../../../../paths.ts';
import { call } from '../../../../platform/web/api.ts';
import { Button } from '../../../../platform/web/ui/button.tsx';
import { SideSection } from '../../../../platform/web/ui/headed-section.tsx';
import { Moment } from '../../../../platform/web/ui/moment.tsx';
import { showToast } from '../../../../platform/web/ui/toasts/toasts.tsx';
import { useSingleFlight } from '../../../../platform/web/use-single-flight.ts';
import { Parts } from '../../common/web/parts.tsx';
import { reasonOf } from '../../own-texts/web/back-to-draft.tsx';
import { readFieldTime, shortTimeOf } from '../../publishing/web/schedule/local-time.ts';
import { TimeToPublish } from '../../publishing/web/schedule/time-to-publish.tsx';
import {
  type OthersBlog,
  putOthersBlogBack,
  scheduleOthersBlog,
  unscheduleOthersBlog,
} from '../contract.ts';

/** An editor's actions on a blog that an editor unpublished. */
export function TakenBack({ blog }: { readonly blog: OthersBlog }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string>();
  const { _id: id, publishAt } = blog;
  const params = { id };

  const { isPending, run } = useSingleFlight(async (work: () => Promise<void>) => {
    setError(undefined);
    await work().catch((reason: unknown) => setError(reasonOf(reason)));
  });

  async function putBack(): Promise<void> {
    await call(queries, putOthersBlogBack, { params });
    for (const queryKey of [blogsKey, personalKey, readersKey]) {
      void queries.invalidateQueries({ queryKey });
    }
    void showToast({ text: 'The blog is published again.' });
    await navigate(paths.blog.to(id), { viewTransition: true });
  }

  async function schedule(): Promise<void> {
    const read = readFieldTime(field.current?.value ?? '', Date.now());
    if ('refusal' in read) {
      setError(read.refusal);
      field.current?.focus();
      return;
    }
    const body = { publishAt: new Date(read.time).toISOString() };
    await call(queries, scheduleOthersBlog, { params, body });
    await queries.invalidateQueries({ queryKey: personalKey });
    void showToast({ text: `Scheduled for ${shortTimeOf(read.time, Date.now())}.` });
  }

  async function cancelSchedule(): Promise<void> {
    await call(queries, unscheduleOthersBlog, { params });
    await queries.invalidateQueries({ queryKey: personalKey });
    void showToast({ text: 'It stays a draft.' });
  }

  return (
    <>
      <p className="mb-6 max-w-measure">
        “<bdi className="font-semibold wrap-anywhere">{blog.title}</bdi>” is a draft of its
        author’s, since an editor took it back. Nobody else sees it.
      </p>
      <Button aria-disabled={isPending} onClick={() => void run(putBack)}>
        Publish it as it was
      </Button>
      <Parts>
        <SideSection title="Publish later">
          {publishAt !== null && (
            <p className="mb-4">
              To be published <Moment at={publishAt} />.
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
      </Parts>
    </>
  );
}
