import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { Person } from '../../../../identity/person.ts';
import { paths } from '../../../../paths.ts';
import { isoOf } from '../../../../platform/text/iso-of.ts';
import { Moment } from '../../../../platform/web/ui/moment.tsx';
import type { PictureUploader } from '../../../../platform/web/ui/pictures/picture-uploader.ts';
import { textLink } from '../../../../platform/web/ui/text-link.ts';
import { useIsHydrated } from '../../../../platform/web/use-is-hydrated.ts';
import type { DraftText } from '../../common/contract.ts';
import { isBlankDraft } from '../../common/is-blank-draft.ts';
import { beginningOf } from '../../common/web/draft-text.ts';
import type { Draft } from '../../drafts/contract/drafts.ts';
import { textsOnDevice } from '../../drafts/web/device/local-copies.ts';
import { newDraftKey } from '../../drafts/web/device/new-draft-key.ts';
import { lastDraftQuery } from '../../drafts/web/draft-queries.ts';
import { AddBlog } from './add-blog.tsx';

/** The last edited text of a new blog. */
interface LastText {
  readonly draftKey: string;
  readonly text: DraftText;
  /** Milliseconds since 1970. */
  readonly savedAt: number;
}

/** The newer of the server's draft and the local copies. */
function lastTextOf(draft: Draft | null, onDevice: readonly LastText[]): LastText | undefined {
  const saved = draft && {
    draftKey: draft.key,
    text: draft.text,
    savedAt: Date.parse(draft.savedAt),
  };
  const [last] = [...(saved ? [saved] : []), ...onDevice].sort(
    (one, other) => other.savedAt - one.savedAt,
  );
  return last;
}

function newBlogsOnDevice(personId: string): readonly LastText[] {
  return textsOnDevice(personId).filter(
    ({ baseTag, text }) => baseTag === null && !isBlankDraft(text),
  );
}

interface NewBlogProps {
  readonly person: Person;
  readonly pictureUploader: PictureUploader;
}

/** Starts a new blog, and offers to continue the last one from this or another device. */
export function NewBlog({ person, pictureUploader }: NewBlogProps) {
  const queries = useQueryClient();
  const { data: draft = null } = useQuery({ ...lastDraftQuery(), refetchOnMount: false });
  const [draftKey] = useState(newDraftKey);
  const isHydrated = useIsHydrated();
  const [onDevice] = useState(() => newBlogsOnDevice(person.id));
  // Typing here makes another draft the last one.
  useEffect(() => () => queries.removeQueries({ queryKey: lastDraftQuery().queryKey }), [queries]);
  const last = lastTextOf(draft, isHydrated ? onDevice : []);
  const beginning = last && last.draftKey !== draftKey ? beginningOf(last.text) : '';

  return (
    <>
      {last && beginning !== '' && (
        <p className="mb-6 border-l-2 border-rule pl-5 text-sm text-soft">
          You stopped in “<bdi className="wrap-anywhere">{beginning}</bdi>”,{' '}
          <Moment at={isoOf(last.savedAt)} />.{' '}
          <Link to={paths.addBlog.to({ draft: last.draftKey })} className={textLink}>
            Go on with it
          </Link>
        </p>
      )}
      <AddBlog person={person} draftKey={draftKey} draft={null} pictureUploader={pictureUploader} />
    </>
  );
}
