import { paths, searchMax } from '../../../paths.ts';
import { FilterLinks } from '../../../platform/web/ui/lists/filter-links.tsx';
import { ListSearch } from '../../../platform/web/ui/lists/list-search.tsx';
import type { PeopleAsked } from './staff-queries.ts';

const filters = [
  { value: '', label: 'Everybody' },
  { value: 'reported', label: 'Reported' },
  { value: 'waiting', label: 'With texts that wait' },
  { value: 'staff', label: 'Owners, moderators and editors' },
  { value: 'suspended', label: 'Suspended' },
] as const;
const orders = [
  { value: '', label: 'Newest first' },
  { value: 'blogs', label: 'Most blogs first' },
] as const;

/** The filters and the order of the list; their state is in the address. */
export function PeopleFilter({ request }: { readonly request: PeopleAsked }) {
  const { search, filter, sort } = request;
  return (
    <div className="mb-8 grid gap-4">
      <ListSearch
        label="Search by name or email"
        placeholder="Name, email or @domain"
        search={search}
        max={searchMax}
        path={paths.managePeople.to()}
        hidden={{ filter, sort }}
        to={(asked) => paths.managePeople.to({ filter, sort, search: asked })}
      />
      <div className="grid gap-x-10 sm:flex sm:flex-wrap">
        <FilterLinks
          label="Who"
          links={filters.map(({ value, label }) => ({
            label,
            to: paths.managePeople.to({ search, sort, filter: value }),
            isCurrent: value === filter,
            tint: '',
          }))}
        />
        <FilterLinks
          label="Order"
          links={orders.map(({ value, label }) => ({
            label,
            to: paths.managePeople.to({ search, filter, sort: value }),
            isCurrent: value === sort,
            tint: '',
          }))}
        />
      </div>
    </div>
  );
}
