import { searchMax } from '../../../paths.ts';
import { FilterLinks } from '../../../platform/web/ui/lists/filter-links.tsx';
import { ListSearch } from '../../../platform/web/ui/lists/list-search.tsx';

const labels: Readonly<Record<string, string>> = {
  '': 'Published',
  waiting: 'Waiting',
  hidden: 'Hidden',
  removed: 'Removed',
  reported: 'Reported',
  'hidden-by-author': 'Hidden by authors',
  locked: 'Comments closed',
  unfeatured: 'Not featured',
};

interface Asked {
  readonly show: string;
  readonly search: string;
  readonly sort: string;
  readonly person: string;
}

interface ManageFilterProps {
  readonly shows: readonly string[];
  readonly asked: Asked;
  /** What the search matches, such as `Words of the title`. */
  readonly searchLabel: string;
  readonly addressOf: (asked: Asked) => string;
}

/** The filters of a list in Manage; their state is in the address. */
export function ManageFilter({ shows, asked, searchLabel, addressOf }: ManageFilterProps) {
  const { show, search, sort, person } = asked;

  return (
    <div className="mb-6 grid gap-3">
      <ListSearch
        label={searchLabel}
        search={search}
        max={searchMax}
        path={addressOf({ show: '', search: '', sort: '', person: '' })}
        hidden={{ show, sort, person }}
        to={(words) => addressOf({ ...asked, search: words })}
      />
      <FilterLinks
        label="Which"
        links={shows.map((name) => ({
          label: labels[name] ?? name,
          to: addressOf({ ...asked, show: name }),
          isCurrent: name === show,
          tint: '',
        }))}
      />
      <FilterLinks
        label="Order"
        links={['', 'oldest'].map((name) => ({
          label: name === '' ? 'Newest first' : 'Oldest first',
          to: addressOf({ ...asked, sort: name }),
          isCurrent: name === sort,
          tint: '',
        }))}
      />
    </div>
  );
}
