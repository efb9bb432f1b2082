import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Person } from '../../../../../identity/person.ts';
import { anotherDraft, paths } from '../../../../../paths.ts';
import { shorten } from '../../../../../platform/text/shorten.ts';
import { Button, ButtonLink } from '../../../../../platform/web/ui/button.tsx';
import { ErrorNote } from '../../../../../platform/web/ui/error-note.tsx';
import { EmptyState } from '../../../../../platform/web/ui/lists/empty-state.tsx';
import { Moment } from '../../../../../platform/web/ui/moment.tsx';
import type { DraftSummary } from '../../../drafts/contract/drafts.ts';
import { CardOfDraft } from '../../../publishing/web/link-card/card-in-list.tsx';
import { ListOfTexts, ListSkeleton } from './list-of-texts.tsx';
import { myDraftsQuery } from './my-writing-queries.ts';
import { TextsOnDevice } from './texts-on-device.tsx';
import { UndescribedLink } from './undescribed-link.tsx';
import { type DraftActions, useDraftActions } from './use-draft-actions.ts';
import { countText, glimpseMax, WritingItem } from './writing-item.tsx';

/** Where one writes on. */
function addressOfDraft({ key, isOfBlog }: DraftSummary): string {
  return isOfBlog ? paths.updateBlog.to(key) : paths.addBlog.to({ draft: key });
}

function DraftItem({
  draft,
  actions,
}: {
  readonly draft: DraftSummary;
  readonly actions: DraftActions;
}) {
  const { title, wordCount, isOfBlog, wasPublished, publishAt, publishFailure, savedAt } = draft;
  const lacking = draft.undescribed ?? 0;
  const facts: readonly ReactNode[] = [
    ...(isOfBlog ? ['Changes to a published blog'] : []),
    ...(wasPublished ? ['Was published'] : []),
    ...(wordCount === null ? [] : [countText(wordCount, 'word', 'words')]),
    publishAt === null ? (
      // Short enough for one line on a phone, so that nothing moves as the reader's clock takes over from UTC.
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

/** What was deleted last. It takes the focus over from the button that has gone. */
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
            <bdi className="wrap-anywhere">{shorten(deleted.title, glimpseMax) || 'Untitled'}</bdi>
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

/** What somebody wrote and hasn't published. */
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
          empty={
            <EmptyState
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
