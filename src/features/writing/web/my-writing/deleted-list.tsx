import { useQuery } from '@tanstack/react-query';
import { CategoryLabel } from '../../../../blog/web/category-label.tsx';
import { shorten } from '../../../../platform/text/shorten.ts';
import { Button } from '../../../../platform/web/ui/button.tsx';
import { ErrorNote } from '../../../../platform/web/ui/error-note.tsx';
import { EmptyState } from '../../../../platform/web/ui/lists/empty-state.tsx';
import { Moment } from '../../../../platform/web/ui/moment.tsx';
import { focusHeading } from '../../../../platform/web/ui/navigation-focus.tsx';
import { useSingleFlight } from '../../../../platform/web/use-single-flight.ts';
import type { DeletedBlog } from '../../deleted-contract.ts';
import { useBringBack } from '../back-to-draft/use-bring-back.ts';
import { ListSkeleton, Paging } from './draft-list.tsx';
import { deletedBlogsQuery } from './my-writing-queries.ts';
import { countText, glimpseMax } from './writing-item.tsx';

/** The focus goes where the list begins, since the button goes. */
function DeletedItem({ blog }: { readonly blog: DeletedBlog }) {
  const { _id: id, title, category, wordCount, endsAt, isDraft } = blog;
  const bringBack = useBringBack();
  const { isPending, run } = useSingleFlight(async () => {
    if (await bringBack(id)) focusHeading();
  });
  return (
    <li className="border-b border-rule py-5 sm:flex sm:items-start sm:justify-between sm:gap-x-8">
      <div className="min-w-0 sm:flex-1">
        <h2 dir="auto" className="py-1 font-display text-xl font-medium wrap-anywhere">
          {title}
        </h2>
        <ul className="mt-1 flex flex-wrap gap-x-5 text-sm text-soft">
          <li>
            <CategoryLabel category={category} />
          </li>
          <li>{countText(wordCount, 'word', 'words')}</li>
          {isDraft && <li>Comes back as a draft</li>}
          <li>
            Kept until <Moment at={endsAt} />
          </li>
        </ul>
      </div>
      <Button
        size="small"
        look="plain"
        className="mt-3 shrink-0 sm:mt-0"
        aria-label={`Undo the deletion of “${shorten(title, glimpseMax)}”`}
        aria-disabled={isPending}
        onClick={() => void run()}
      >
        Undo
      </Button>
    </li>
  );
}

/** What somebody deleted in the last days, each to be had back as it was. */
export function DeletedList({ cursor }: { readonly cursor: string }) {
  const { data, isError, refetch } = useQuery(deletedBlogsQuery(cursor));
  if (isError && !data) {
    return <ErrorNote onRetry={() => refetch()}>What you deleted could not be loaded.</ErrorNote>;
  }
  if (!data) return <ListSkeleton />;
  return (
    <>
      {data.blogs.length === 0 ? (
        <EmptyState
          title="Nothing deleted"
          text="A blog that you delete can be had back here for a week."
        />
      ) : (
        <ul className="border-t border-rule">
          {data.blogs.map((blog) => (
            <DeletedItem key={blog._id} blog={blog} />
          ))}
        </ul>
      )}
      <Paging list="deleted" cursor={cursor} nextCursor={data.nextCursor} />
    </>
  );
}
