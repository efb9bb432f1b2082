import { useQuery, useQueryClient } from '@tanstack/react-query';
import { paths, searchMax } from '../../../../paths.ts';
import { call } from '../../../../platform/web/api.ts';
import { errorMessageOf } from '../../../../platform/web/error-message.ts';
import { Button, ButtonLink, buttonClass } from '../../../../platform/web/ui/button.tsx';
import { useDialogs } from '../../../../platform/web/ui/dialogs.tsx';
import { ErrorNote } from '../../../../platform/web/ui/error-note.tsx';
import { EmptyState } from '../../../../platform/web/ui/lists/empty-state.tsx';
import { FilterLinks } from '../../../../platform/web/ui/lists/filter-links.tsx';
import { ListPaging } from '../../../../platform/web/ui/lists/list-paging.tsx';
import { ListSearch } from '../../../../platform/web/ui/lists/list-search.tsx';
import { ListSkeleton } from '../../../../platform/web/ui/lists/list-skeleton.tsx';
import { focusHeading } from '../../../../platform/web/ui/navigation-focus.tsx';
import { showToast } from '../../../../platform/web/ui/toasts/toasts.tsx';
import { useSingleFlight } from '../../../../platform/web/use-single-flight.ts';
import { removeSubscriber, type SubscriberPage, subscriberFile } from '../../contract/manage.ts';
import { ConsentNote } from './consent-note.tsx';
import {
  newsletterKey,
  type SubscribersAsked,
  subscribersKey,
  subscribersQuery,
} from './newsletter-queries.ts';

type Subscriber = SubscriberPage['subscribers'][number];

function useRemoval() {
  const queries = useQueryClient();
  const { ask } = useDialogs();
  return useSingleFlight(async ({ id, email }: Subscriber) => {
    const isMeant = await ask({
      title: 'Take this address off the list?',
      text: `${email} gets no more newsletters. Only its owner can subscribe it again.`,
      confirmLabel: 'Take it off',
    });
    if (!isMeant) return;
    try {
      await call(queries, removeSubscriber, { params: { id } });
      focusHeading();
      void showToast({ text: 'The address was taken off the list.' });
    } catch (error) {
      void showToast({ text: errorMessageOf(error), tone: 'bad' });
    }
    await queries.invalidateQueries({ queryKey: subscribersKey });
    await queries.invalidateQueries({ queryKey: newsletterKey });
  });
}

interface SubscriberItemProps {
  readonly subscriber: Subscriber;
  readonly isPending: boolean;
  /** Undefined where the subscriber can't be removed. */
  readonly onRemove: ((subscriber: Subscriber) => void) | undefined;
}

function SubscriberItem({ subscriber, isPending, onRemove }: SubscriberItemProps) {
  const { email, bounces, isStopped, consent } = subscriber;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-8 gap-y-1 border-b border-rule py-3">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{email}</p>
        <ConsentNote consent={consent} />
        {bounces > 0 && (
          <p className="text-sm text-soft">
            Refused {bounces === 1 ? 'an email' : `${bounces} emails`}
            {isStopped && ', gets no more'}
          </p>
        )}
      </div>
      {onRemove && (
        <Button
          look="plain"
          size="small"
          aria-label={`Remove ${email}`}
          aria-disabled={isPending}
          onClick={() => onRemove(subscriber)}
        >
          Remove
        </Button>
      )}
    </li>
  );
}

const lists = [
  { list: '', label: 'Subscribed', none: 'Nobody has subscribed yet' },
  { list: 'unconfirmed', label: 'Not confirmed', none: 'Nobody waits to be confirmed' },
  { list: 'ended', label: 'Ended', none: 'Nobody has left' },
];

function NoSubscribers({ list, search }: Pick<SubscribersAsked, 'list' | 'search'>) {
  if (search === '') {
    const none = lists.find((one) => one.list === list)?.none ?? '';
    return <EmptyState drawing="sheet" title={none} />;
  }
  return (
    <EmptyState
      drawing="glass"
      title="No address fits"
      action={<ButtonLink to={paths.manageNewsletter.to({ list })}>Clear search</ButtonLink>}
    />
  );
}

/** Current, unconfirmed and former subscribers, each with their consent. */
export function SubscriberList({ asked }: { readonly asked: SubscribersAsked }) {
  const { list, search, cursor } = asked;
  const { data, isError, refetch } = useQuery(subscribersQuery(asked));
  const { isPending, run } = useRemoval();
  if (isError && !data) {
    return <ErrorNote onRetry={() => refetch()}>The list could not be loaded.</ErrorNote>;
  }
  return (
    <>
      <div className="mb-6 grid gap-4">
        <ListSearch
          label="Search by address"
          search={search}
          max={searchMax}
          path={paths.manageNewsletter.to()}
          hidden={{ list }}
          to={(text) => paths.manageNewsletter.to({ list, search: text })}
        />
        <FilterLinks
          label="Which addresses"
          links={lists.map((one) => ({
            label: one.label,
            to: paths.manageNewsletter.to({ list: one.list, search }),
            isCurrent: one.list === list,
            tint: '',
          }))}
        />
        <div>
          <a href={subscriberFile.path} download className={buttonClass({ size: 'small' })}>
            Download the list
          </a>
        </div>
      </div>
      {!data && <ListSkeleton />}
      {data?.subscribers.length === 0 && <NoSubscribers list={list} search={search} />}
      {data && data.subscribers.length > 0 && (
        <ul className="border-t border-rule">
          {data.subscribers.map((subscriber) => (
            <SubscriberItem
              key={subscriber.id}
              subscriber={subscriber}
              isPending={isPending}
              onRemove={list === '' ? run : undefined}
            />
          ))}
        </ul>
      )}
      {data && (
        <ListPaging
          cursor={cursor}
          nextCursor={data.nextCursor}
          to={(next) => paths.manageNewsletter.to({ list, search, cursor: next })}
        />
      )}
    </>
  );
}
