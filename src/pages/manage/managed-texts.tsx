import { useQuery } from '@tanstack/react-query';
import { ManageFilter } from '../../features/moderation/web/manage-filter.tsx';
import type { managedBlogsQuery } from '../../features/moderation/web/manage-queries.ts';
import { ManagedList } from '../../features/moderation/web/managed-list.tsx';
import type { paths } from '../../paths.ts';
import { ButtonLink } from '../../platform/web/ui/button.tsx';
import { RefusedAddress } from '../../platform/web/ui/lists/refused-address.tsx';
import { usePageQuery, useRefusal } from '../define-page.ts';
import { ManageLayout } from './manage-layout.tsx';

interface ManagedTextsProps {
  readonly title: string;
  readonly address: (typeof paths)['managedBlogs' | 'managedComments'];
  readonly queryFor: typeof managedBlogsQuery;
  readonly shows: readonly string[];
  /** Label of the search field, such as `Words of the title`. */
  readonly searchLabel: string;
  /** Title of an empty list. */
  readonly noneTitle: string;
}

/** List of blogs or comments for staff. */
export function ManagedTexts(props: ManagedTextsProps) {
  const { title, address, queryFor, shows, searchLabel, noneTitle } = props;
  const asked = usePageQuery(address);
  const refusal = useRefusal();
  const { data, isError, refetch } = useQuery({
    ...queryFor(asked),
    enabled: refusal === undefined,
  });
  const { cursor, ...first } = asked;
  const isNarrowed = asked.show !== '' || asked.search !== '' || asked.person !== '';
  const nothingFits = {
    drawing: 'glass',
    title: noneTitle,
    text: 'Nothing fits the search or the filter.',
    action: <ButtonLink to={address.to()}>Show all that is published</ButtonLink>,
  } as const;
  return (
    <ManageLayout title={title}>
      <ManageFilter
        shows={shows}
        asked={first}
        searchLabel={searchLabel}
        addressOf={(query) => address.to(query)}
      />
      {refusal !== undefined ? (
        <RefusedAddress to={address.to()} label="Show the whole list" />
      ) : (
        <ManagedList
          data={data}
          isError={isError}
          onRetry={() => void refetch()}
          empty={isNarrowed ? nothingFits : { drawing: 'sheet', title: noneTitle }}
          addressAt={(next) => address.to({ ...first, cursor: next })}
          first={cursor === '' ? undefined : address.to(first)}
        />
      )}
    </ManageLayout>
  );
}
