import type { FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { paths, searchMax } from '../../../paths.ts';
import { Button } from '../../../platform/web/ui/button.tsx';
import { control } from '../../../platform/web/ui/forms/field.tsx';
import { FilterLinks } from '../../../platform/web/ui/lists/filter-links.tsx';
import type { PeopleAsked } from './staff-queries.ts';

const filters = [
  { value: '', label: 'Everybody' },
  { value: 'reported', label: 'Reported' },
  { value: 'waiting', label: 'With texts that wait' },
  { value: 'staff', label: 'Owners and moderators' },
  { value: 'suspended', label: 'Suspended' },
] as const;
const orders = [
  { value: '', label: 'Newest first' },
  { value: 'blogs', label: 'Most blogs first' },
] as const;

/** Whom to list, and in which order; its state lives in the address. */
export function PeopleFilter({ request }: { readonly request: PeopleAsked }) {
  const { search, filter, sort } = request;
  const navigate = useNavigate();

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const asked = new FormData(event.currentTarget).get('search');
    const to = paths.managePeople.to({ filter, sort, search: String(asked ?? '').trim() });
    void navigate(to, { preventScrollReset: true });
  }

  return (
    <div className="mb-8 grid gap-4">
      <search>
        <form
          action={paths.managePeople.to()}
          className="flex max-w-measure gap-2"
          onSubmit={onSubmit}
        >
          {filter !== '' && <input type="hidden" name="filter" value={filter} />}
          {sort !== '' && <input type="hidden" name="sort" value={sort} />}
          <input
            // Another search in the address is another start for what is typed.
            key={search}
            type="search"
            name="search"
            aria-label="Search by name or email"
            placeholder="Name, email or @domain"
            defaultValue={search}
            maxLength={searchMax}
            enterKeyHint="search"
            className={`${control} min-h-11 min-w-0`}
          />
          <Button type="submit">Search</Button>
        </form>
      </search>
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
