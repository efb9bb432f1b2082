import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { fieldNames } from '../../../../blog/fields.ts';
import type { Person } from '../../../../identity/person.ts';
import type { PictureWay } from '../../../../platform/web/ui/pictures/picture-way.ts';
import { FormSkeleton } from '../../../../platform/web/ui/waiting.tsx';
import type { Draft } from '../../drafts/contract/drafts.ts';
import { textsOnDevice } from '../../drafts/web/device/local-copies.ts';
import { newDraftKey } from '../../drafts/web/device/new-draft-key.ts';
import { lastDraftQuery } from '../../drafts/web/draft-queries.ts';
import { AddBlog } from './add-blog.tsx';

/** The draft of a new blog that was written on this device after the server had another last; undefined for none. */
function laterOnDevice(personId: string, draft: Draft | null): string | undefined {
  const savedAt = draft ? Date.parse(draft.savedAt) : 0;
  const later = textsOnDevice(personId).find((copy) => copy.baseTag === null);
  return later && later.savedAt > savedAt ? later.draftKey : undefined;
}

interface LastDraftProps {
  readonly person: Person;
  readonly pictureWay: PictureWay;
}

interface OpenedDraftProps extends LastDraftProps {
  readonly draft: Draft | null;
}

function OpenedDraft({ person, pictureWay, draft }: OpenedDraftProps) {
  const queries = useQueryClient();
  const [draftKey, setDraftKey] = useState(() => draft?.key ?? newDraftKey());

  useEffect(() => {
    // It was handed over, and is older with every word.
    queries.removeQueries({ queryKey: lastDraftQuery().queryKey });
    const later = laterOnDevice(person.id, draft);
    if (later !== undefined) setDraftKey(later);
  }, [queries, person, draft]);

  const isKnown = draft?.key === draftKey;
  return (
    <AddBlog
      key={draftKey}
      person={person}
      draftKey={draftKey}
      draft={isKnown ? draft : null}
      pictureWay={pictureWay}
    />
  );
}

/** Goes on with the draft that was written last, on this device or another. */
export function LastDraft({ person, pictureWay }: LastDraftProps) {
  const { data, isPending, fetchStatus } = useQuery({ ...lastDraftQuery(), refetchOnMount: false });
  const [opened, setOpened] = useState<OpenedDraftProps>();
  if (!opened && !(isPending && fetchStatus === 'fetching')) {
    setOpened({ person, pictureWay, draft: data ?? null });
  }
  return opened ? <OpenedDraft {...opened} /> : <FormSkeleton fields={fieldNames.length} />;
}
