import { useQuery } from '@tanstack/react-query';
import { paths, searchMax } from '../../../paths.ts';
import { ButtonLink } from '../../../platform/web/ui/button.tsx';
import { ErrorNote } from '../../../platform/web/ui/error-note.tsx';
import { EmptyState } from '../../../platform/web/ui/lists/empty-state.tsx';
import { FilterLinks } from '../../../platform/web/ui/lists/filter-links.tsx';
import { ListPaging } from '../../../platform/web/ui/lists/list-paging.tsx';
import { ListSearch } from '../../../platform/web/ui/lists/list-search.tsx';
import { ListSkeleton } from '../../../platform/web/ui/lists/list-skeleton.tsx';
import { MessageItem } from './message-item.tsx';
import { type MessagesRequest, messagesQuery } from './message-queries.ts';
import { useMessageActions } from './use-message-actions.ts';

function NoMessages({ isNarrowed }: { readonly isNarrowed: boolean }) {
  if (!isNarrowed) {
    const text = 'What people write to this site stands here.';
    return <EmptyState drawing="bubble" title="No messages" text={text} />;
  }
  return (
    <EmptyState
      drawing="glass"
      title="Nothing fits"
      text="No message fits the search or the filter."
      action={<ButtonLink to={paths.manageMessages.to()}>Show all messages</ButtonLink>}
    />
  );
}

/** Messages to the site, filtered by the address. */
export function MessageList({ list, search, cursor }: MessagesRequest) {
  const { data, isError, refetch } = useQuery(messagesQuery({ list, search, cursor }));
  const actions = useMessageActions();
  if (isError && !data) {
    return <ErrorNote onRetry={() => refetch()}>The messages could not be loaded.</ErrorNote>;
  }
  const links = (['', 'unread'] as const).map((name) => ({
    label: name === '' ? 'All' : `Unread${data ? ` (${data.unread})` : ''}`,
    to: paths.manageMessages.to({ list: name, search }),
    isCurrent: name === list,
    tint: '',
  }));
  return (
    <>
      <div className="mb-6 grid gap-4">
        <ListSearch
          label="Search messages"
          search={search}
          max={searchMax}
          path={paths.manageMessages.to()}
          hidden={{ list }}
          to={(asked) => paths.manageMessages.to({ list, search: asked })}
        />
        <FilterLinks label="Which messages" links={links} />
      </div>
      {!data && <ListSkeleton item="h-40" />}
      {data?.messages.length === 0 && <NoMessages isNarrowed={list !== '' || search !== ''} />}
      {data && data.messages.length > 0 && (
        <ul className="border-t border-rule">
          {data.messages.map((message) => (
            <MessageItem key={message.id} message={message} actions={actions} />
          ))}
        </ul>
      )}
      {data && (
        <ListPaging
          cursor={cursor}
          nextCursor={data.nextCursor}
          to={(next) => paths.manageMessages.to({ list, search, cursor: next })}
        />
      )}
    </>
  );
}
