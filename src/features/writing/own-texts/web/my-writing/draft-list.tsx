import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { extentWords } from '../../../../../blog/list-extent.ts';
import type { Person } from '../../../../../identity/person.ts';
import { anotherDraft, paths } from '../../../../../paths.ts';
import { countWords } from '../../../../../platform/text/count-words.ts';
import { isoOf } from '../../../../../platform/text/iso-of.ts';
import { shorten } from '../../../../../platform/text/shorten.ts';
import { Button, ButtonLink } from '../../../../../platform/web/ui/button.tsx';
import { ErrorNote } from '../../../../../platform/web/ui/error-note.tsx';
import { EmptyState } from '../../../../../platform/web/ui/lists/empty-state.tsx';
import { ListSkeleton } from '../../../../../platform/web/ui/lists/list-skeleton.tsx';
import { Moment } from '../../../../../platform/web/ui/moment.tsx';
import { isBlankDraft } from '../../../common/is-blank-draft.ts';
import type { DraftSummary } from '../../../drafts/contract/drafts.ts';
import { type KeptText, textsOnDevice } from '../../../drafts/web/device/local-copies.ts';
import { CardOfDraft } from '../../../publishing/web/link-card/card-in-list.tsx';
import { ListOfTexts } from './list-of-texts.tsx';
import { myDraftsQuery } from './my-writing-queries.ts';
import { UndescribedLink } from './undescribed-link.tsx';
import { type DraftActions, useDraftActions } from './use-draft-actions.ts';
import { glimpseMax, WritingItem } from './writing-item.tsx';

/** Most code points of the beginning of a local text. */
const keptGlimpseMax = 90;

function addressOf({ draftKey, baseTag }: KeptText): string {
  return baseTag === null ? paths.addBlog.to({ draft: draftKey }) : paths.updateBlog.to(draftKey);
}

/** Blank new texts aren't listed. */
const hasWords = ({ text, baseTag }: KeptText) => baseTag !== null || !isBlankDraft(text);

/** Local copies that the site may lack or have in an older version: opening one sends it. */
function TextsOnDevice({ personId }: { readonly personId: string }) {
  const [texts, setTexts] = useState<readonly KeptText[]>([]);
  useEffect(() => setTexts(textsOnDevice(personId).filter(hasWords)), [personId]);
  return texts.map((kept) => {
    const { title, longDescription, shortDescription } = kept.text;
    const glimpse = shorten(title || longDescription || shortDescription, keptGlimpseMax);
    return (
      <section
        key={kept.device}
        aria-label="On this device"
        className="mb-6 border-l-2 border-ink py-1 pl-5"
      >
        <p className="text-sm text-soft">
          “<bdi className="wrap-anywhere">{glimpse || 'Untitled'}</bdi>”, written on this device{' '}
          <Moment at={isoOf(kept.savedAt)} />, is not on the site yet.
        </p>
        <ButtonLink size="small" look="plain" to={addressOf(kept)}>
          Open it
        </ButtonLink>
      </section>
    );
  });
}

function addressOfDraft({ key, isOfBlog }: DraftSummary): string {
  return isOfBlog ? paths.updateBlog.to(key) : paths.addBlog.to({ draft: key });
}

/** A blank draft keeps its former title: its revisions can be restored. */
const calledTitle = ({ title, formerTitle }: DraftSummary) => title || formerTitle || '';

function DraftItem({
  draft,
  actions,
}: {
  readonly draft: DraftSummary;
  readonly actions: DraftActions;
}) {
  const { wordCount, isOfBlog, wasPublished, publishAt, publishFailure, savedAt } = draft;
  const title = calledTitle(draft);
  const lacking = draft.undescribed ?? 0;
  const facts: readonly ReactNode[] = [
    ...(isOfBlog ? ['Changes to a published blog'] : []),
    ...(wasPublished ? ['Was published'] : []),
    ...(draft.formerTitle === null ? [] : ['Erased; its earlier texts are kept']),
    ...(wordCount === null ? [] : [countWords(wordCount, 'word', 'words')]),
    publishAt === null ? (
      // Fits one line on a phone, so that replacing UTC by local time doesn't shift the layout.
      <>
        <span className="sr-only">Saved</span> <Moment at={savedAt} />
      </>
    ) : (
      <>
        To be published <Moment at={publishAt} />
      </>
    ),
  ];
  return (
    <WritingItem
      title={title}
      to={addressOfDraft(draft)}
      facts={facts}
      trouble={publishFailure}
      card={<CardOfDraft draftKey={draft.key} />}
      wish={
        lacking > 0 && <UndescribedLink count={lacking} to={addressOfDraft(draft)} title={title} />
      }
    >
      {publishAt !== null && (
        <Button
          size="small"
          look="plain"
          aria-label={`Don’t publish “${shorten(title, glimpseMax)}”`}
          aria-disabled={actions.isPending}
          onClick={() => actions.unschedule(draft)}
        >
          Don’t publish
        </Button>
      )}
      <Button
        size="small"
        look="plain"
        aria-label={`Delete “${shorten(title, glimpseMax) || 'Untitled'}”`}
        aria-disabled={actions.isPending}
        onClick={() => actions.run(draft)}
      >
        Delete
      </Button>
    </WritingItem>
  );
}

/** The last deleted draft. It takes over the focus from the removed button. */
function DeletedNote({ actions }: { readonly actions: DraftActions }) {
  const { deleted, isPending, undo } = actions;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (deleted) button.current?.focus();
  }, [deleted]);
  return (
    <div role="status">
      {deleted && (
        <p className="mb-6 flex flex-wrap items-center gap-x-4 border-l-2 border-rule pl-5 text-sm text-soft">
          <span className="min-w-0">
            Deleted “
            <bdi className="wrap-anywhere">
              {shorten(calledTitle(deleted), glimpseMax) || 'Untitled'}
            </bdi>
            ”.
          </span>
          <Button ref={button} size="small" look="plain" aria-disabled={isPending} onClick={undo}>
            Undo
          </Button>
        </p>
      )}
    </div>
  );
}

interface DraftListProps {
  readonly person: Person;
  readonly list: 'drafts' | 'scheduled';
  readonly cursor: string;
}

const nothing = {
  drafts: {
    title: 'No drafts',
    text: 'What you write is kept here until you publish it, on this device and on the site.',
  },
  scheduled: {
    title: 'Nothing is scheduled',
    text: 'A draft that is to be published at a time waits here until then.',
  },
} as const;

/** The member's unpublished texts. */
export function DraftList({ person, list, cursor }: DraftListProps) {
  const { data, isError, refetch } = useQuery(myDraftsQuery(list, cursor));
  const actions = useDraftActions(person.id);
  if (isError && !data) {
    return <ErrorNote onRetry={() => refetch()}>Your drafts could not be loaded.</ErrorNote>;
  }
  return (
    <>
      <DeletedNote actions={actions} />
      {list === 'drafts' && cursor === '' && <TextsOnDevice personId={person.id} />}
      {data ? (
        <ListOfTexts
          list={list === 'drafts' ? '' : list}
          cursor={cursor}
          nextCursor={data.nextCursor}
          extent={extentWords(data.extent, data.drafts.length, 'draft', 'drafts')}
          empty={
            <EmptyState
              drawing="sheet"
              {...nothing[list]}
              action={
                <ButtonLink to={paths.addBlog.to({ draft: anotherDraft })}>
                  Write something
                </ButtonLink>
              }
            />
          }
        >
          {data.drafts.map((draft) => (
            <DraftItem key={draft.key} draft={draft} actions={actions} />
          ))}
        </ListOfTexts>
      ) : (
        <ListSkeleton />
      )}
    </>
  );
}
