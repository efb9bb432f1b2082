import type { FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { searchMax } from '../../../paths.ts';
import { Button } from '../../../platform/web/ui/button.tsx';
import { FilterLinks } from '../../../platform/web/ui/lists/filter-links.tsx';

const labels: Readonly<Record<string, string>> = {
  '': 'In sight',
  waiting: 'Waiting',
  hidden: 'Hidden',
  removed: 'Removed',
  reported: 'Reported',
  locked: 'Comments closed',
  unfeatured: 'Out of the featured',
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
  /** What is searched, such as `Words of the title`. */
  readonly searchLabel: string;
  readonly addressOf: (asked: Asked) => string;
}

/** What narrows a list of Manage; its state lives in the address. */
export function ManageFilter({ shows, asked, searchLabel, addressOf }: ManageFilterProps) {
  const navigate = useNavigate();
  const { show, search, sort, person } = asked;

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const given = new FormData(event.currentTarget).get('search');
    void navigate(addressOf({ ...asked, search: String(given ?? '').trim() }));
  }

  return (
    <div className="mb-6 grid gap-3">
      <search className="max-w-measure">
        <form
          action={addressOf({ show: '', search: '', sort: '', person: '' })}
          onSubmit={onSubmit}
        >
          <div className="flex gap-2">
            {show !== '' && <input type="hidden" name="show" value={show} />}
            {sort !== '' && <input type="hidden" name="sort" value={sort} />}
            {person !== '' && <input type="hidden" name="person" value={person} />}
            <input
              key={search}
              type="search"
              name="search"
              aria-label={searchLabel}
              placeholder={searchLabel}
              defaultValue={search}
              maxLength={searchMax}
              enterKeyHint="search"
              className="min-h-11 w-full min-w-0 rounded-sm border border-rule-strong bg-raised px-3 text-base placeholder:text-faint hover:border-ink"
            />
            <Button type="submit">Search</Button>
          </div>
        </form>
      </search>
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
