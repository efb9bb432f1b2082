import { categories } from '../../../blog/contract.ts';
import { tintOf } from '../../../blog/web/category-label.tsx';
import { type AllBlogsRequest, paths, searchMax } from '../../../paths.ts';
import { FilterLinks } from '../../../platform/web/ui/lists/filter-links.tsx';
import { ListSearch } from '../../../platform/web/ui/lists/list-search.tsx';
import { SearchTips } from './search-tips.tsx';
import { useMaySearchTexts } from './use-text-search.ts';

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

function TitleSearch({ request: { filter, search, sort } }: AllBlogsFilterProps) {
  return (
    <ListSearch
      className="w-full"
      label="Search by title"
      search={search}
      max={searchMax}
      path={paths.allBlogs.to()}
      hidden={{ filter, sort }}
      to={(asked) => paths.allBlogs.to({ filter, search: asked, sort })}
    />
  );
}

/** The filters of the list of all blogs; their state is in the address. */
export function AllBlogsFilter({ request }: AllBlogsFilterProps) {
  const maySearchTexts = useMaySearchTexts();
  return (
    <div className="mb-8 grid gap-4">
      <div className="grid gap-1">
        <TitleSearch request={request} />
        {maySearchTexts && <SearchTips />}
      </div>
      <CategoryFilter request={request} />
    </div>
  );
}
