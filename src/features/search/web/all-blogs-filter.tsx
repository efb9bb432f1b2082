import type { FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { categories } from '../../../blog/contract.ts';
import { tintOf } from '../../../blog/web/category-label.tsx';
import { type AllBlogsRequest, paths, searchMax } from '../../../paths.ts';
import { Button } from '../../../platform/web/ui/button.tsx';
import { FilterLinks } from '../../../platform/web/ui/lists/filter-links.tsx';

const filters = [
  { value: '', label: 'All Category', tint: '' },
  ...categories.map((name) => ({ value: name, label: name, tint: tintOf(name) })),
];

interface AllBlogsFilterProps {
  readonly request: AllBlogsRequest;
}

function CategoryFilter({ request: { filter, search, sort } }: AllBlogsFilterProps) {
  const links = filters.map(({ value, label, tint }) => ({
    label,
    to: paths.allBlogs.to({ filter: value, search, sort }),
    isCurrent: value === filter,
    tint,
  }));
  return <FilterLinks label="Category" links={links} />;
}

/** Which titles: a form that the browser could send by itself. */
function TitleSearch({ request: { filter, search, sort } }: AllBlogsFilterProps) {
  const navigate = useNavigate();

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const asked = new FormData(event.currentTarget).get('search');
    const to = paths.allBlogs.to({ filter, search: String(asked ?? '').trim(), sort });
    void navigate(to, { preventScrollReset: true });
  }

  return (
    <search>
      <form action={paths.allBlogs.to()} className="flex gap-2" onSubmit={onSubmit}>
        {filter !== '' && <input type="hidden" name="filter" value={filter} />}
        {sort !== '' && <input type="hidden" name="sort" value={sort} />}
        <input
          // Another search in the address is another start for what is typed.
          key={search}
          type="search"
          name="search"
          aria-label="Search by title"
          placeholder="Search by title"
          defaultValue={search}
          maxLength={searchMax}
          enterKeyHint="search"
          className="min-h-11 w-full min-w-0 rounded-sm border border-rule-strong bg-raised px-3 text-base placeholder:text-faint hover:border-ink [&::-webkit-search-cancel-button]:hidden"
        />
        <Button type="submit">Search</Button>
      </form>
    </search>
  );
}

/** What narrows the list of all blogs; its state lives in the address. */
export function AllBlogsFilter({ request }: AllBlogsFilterProps) {
  return (
    <div className="mb-8 grid gap-4">
      <TitleSearch request={request} />
      <CategoryFilter request={request} />
    </div>
  );
}
