import { useQuery, useQueryClient } from '@tanstack/react-query';
import { paths } from '../../../paths.ts';
import { call } from '../../../platform/web/api.ts';
import { errorMessageOf } from '../../../platform/web/error-message.ts';
import { Button, ButtonLink } from '../../../platform/web/ui/button.tsx';
import { useDialogs } from '../../../platform/web/ui/dialogs.tsx';
import { ErrorNote } from '../../../platform/web/ui/error-note.tsx';
import { EmptyState } from '../../../platform/web/ui/lists/empty-state.tsx';
import { ListPaging } from '../../../platform/web/ui/lists/list-paging.tsx';
import { ListSearch } from '../../../platform/web/ui/lists/list-search.tsx';
import { ListSkeleton } from '../../../platform/web/ui/lists/list-skeleton.tsx';
import { focusHeading } from '../../../platform/web/ui/navigation-focus.tsx';
import { textLink } from '../../../platform/web/ui/text-link.ts';
import { showToast } from '../../../platform/web/ui/toasts/toasts.tsx';
import { useSingleFlight } from '../../../platform/web/use-single-flight.ts';
import { removeRedirect, type ShownRedirect } from '../contract.ts';
import { type RedirectsAsked, redirectsKey, redirectsQuery } from './redirect-queries.ts';

/** Maximum length of a search. */
const searchMax = 400;

function useRemoval() {
  const queries = useQueryClient();
  const { ask } = useDialogs();
  return useSingleFlight(async ({ path }: ShownRedirect) => {
    const isMeant = await ask({
      title: 'Remove this redirect?',
      text: `Who comes by ${path} finds nothing then. Browsers may remember the way for an hour.`,
      confirmLabel: 'Remove it',
    });
    if (!isMeant) return;
    try {
      await call(queries, removeRedirect, { query: { path } });
      focusHeading();
      void showToast({ text: 'The redirect is removed.' });
    } catch (error) {
      void showToast({ text: errorMessageOf(error), tone: 'bad' });
    }
    await queries.invalidateQueries({ queryKey: redirectsKey });
  });
}

interface RedirectItemProps {
  readonly redirect: ShownRedirect;
  readonly isPending: boolean;
  readonly onRemove: () => void;
}

function RedirectItem({ redirect, isPending, onRemove }: RedirectItemProps) {
  const { path, target, title, isByHand } = redirect;
  return (
    <li className="grid gap-1 border-b border-rule py-4">
      <h3 className="font-mono text-sm wrap-anywhere">{path}</h3>
      <p className="wrap-anywhere">
        leads to{' '}
        <a href={target} className={textLink}>
          {title ?? target}
        </a>
      </p>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-1 text-sm text-soft">
        <span>{isByHand ? 'Written here' : 'From an import'}</span>
        <ButtonLink
          look="plain"
          size="small"
          aria-label={`Change: ${path}`}
          to={paths.manageAddresses.to({ path, target })}
        >
          Change
        </ButtonLink>
        <Button
          look="plain"
          size="small"
          aria-label={`Remove: ${path}`}
          aria-disabled={isPending}
          onClick={onRemove}
        >
          Remove
        </Button>
      </div>
    </li>
  );
}

function NoRedirects({ search }: Pick<RedirectsAsked, 'search'>) {
  if (search === '') {
    const text = 'Add one above; an import brings those of its blogs.';
    return <EmptyState drawing="signpost" title="No redirects yet" text={text} />;
  }
  return (
    <EmptyState
      drawing="glass"
      title="No redirect begins with this"
      action={<ButtonLink to={paths.manageAddresses.to()}>Clear search</ButtonLink>}
    />
  );
}

/** The redirects, one page at a time. */
export function RedirectList({ request }: { readonly request: RedirectsAsked }) {
  const { search, cursor } = request;
  const { data, isError, refetch } = useQuery(redirectsQuery(request));
  const { isPending, run } = useRemoval();
  if (isError && !data) {
    return <ErrorNote onRetry={() => refetch()}>The redirects could not be loaded.</ErrorNote>;
  }
  if (!data) return <ListSkeleton item="h-20" />;
  return (
    <>
      <div className="mb-4">
        <ListSearch
          label="Search by how an address begins"
          placeholder="/2019/"
          search={search}
          max={searchMax}
          path={paths.manageAddresses.to()}
          to={(asked) => paths.manageAddresses.to({ search: asked })}
        />
      </div>
      {data.redirects.length === 0 ? (
        <NoRedirects search={search} />
      ) : (
        <ul className="border-t border-rule">
          {data.redirects.map((redirect) => (
            <RedirectItem
              key={redirect.path}
              redirect={redirect}
              isPending={isPending}
              onRemove={() => void run(redirect)}
            />
          ))}
        </ul>
      )}
      <ListPaging
        cursor={cursor}
        nextCursor={data.nextCursor}
        to={(next) => paths.manageAddresses.to({ search, cursor: next })}
      />
    </>
  );
}
