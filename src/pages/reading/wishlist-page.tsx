import { categories, isCategory } from '../../blog/contract.ts';
import { CategoryLabel, tintOf } from '../../blog/web/category-label.tsx';
import { CoverPicture } from '../../blog/web/cover-picture.tsx';
import { type Wish, wishFormRefusals } from '../../features/wishlist/contract.ts';
import { InterruptedWishAdder } from '../../features/wishlist/web/interrupted-wish-adder.tsx';
import { Wishlist } from '../../features/wishlist/web/wishlist.tsx';
import { wishlistQuery } from '../../features/wishlist/web/wishlist-queries.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../platform/web/ui/button.tsx';
import { ErrorNote } from '../../platform/web/ui/error-note.tsx';
import { PageHeading } from '../../platform/web/ui/headings.tsx';
import { FilterLinks } from '../../platform/web/ui/lists/filter-links.tsx';
import { definePage, usePageQuery } from '../define-page.ts';

/** A cover takes two fifths of three quarters of the window. */
const coverSizes = '(min-width: 64rem) 24rem, (min-width: 40rem) 38vw, 100vw';

function WishCover({ imageUrl, category }: Wish) {
  const known = isCategory(category) ? category : 'Other';
  return (
    <CoverPicture
      imageUrl={imageUrl ?? '/images/categories/other.webp'}
      category={known}
      sizes={coverSizes}
    />
  );
}

function WishCategory({ category }: Wish) {
  if (!isCategory(category)) return <span className="text-faint">Uncategorized</span>;
  return <CategoryLabel category={category} />;
}

function CategoryFilter({ category }: { readonly category: string }) {
  const links = [
    { label: 'All Categories', to: paths.wishlist.to(), isCurrent: category === '', tint: '' },
    ...categories.map((name) => ({
      label: name,
      to: paths.wishlist.to({ category: name }),
      isCurrent: category === name,
      tint: tintOf(name),
    })),
  ];
  return <FilterLinks label="Category" links={links} />;
}

function WishlistPage() {
  const { category, refused } = usePageQuery(paths.wishlist);
  const refusal = wishFormRefusals.find(({ code }) => code === refused)?.message;
  return (
    <>
      <InterruptedWishAdder />
      <PageHeading>Your Wishlist</PageHeading>
      {refusal !== undefined && (
        <div className="mb-6">
          <ErrorNote>{refusal}</ErrorNote>
        </div>
      )}
      <div className="mb-6">
        <CategoryFilter category={category} />
      </div>
      <Wishlist
        category={category}
        cover={(wish) => <WishCover {...wish} />}
        categoryLabel={(wish) => <WishCategory {...wish} />}
        emptyAction={<ButtonLink to={paths.allBlogs.to()}>All Blogs</ButtonLink>}
      />
    </>
  );
}

export const page = definePage(paths.wishlist, {
  component: WishlistPage,
  queries: ({ query }) => [wishlistQuery(query.category)],
  head: () => ({
    title: 'Wishlist',
    description: 'The blogs that you want to read.',
    canonicalPath: paths.wishlist.to(),
  }),
});
