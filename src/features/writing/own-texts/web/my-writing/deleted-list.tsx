import { useQuery } from '@tanstack/react-query';
import { extentWords } from '../../../../../blog/list-extent.ts';
import { CategoryLabel } from '../../../../../blog/web/category-label.tsx';
import { countWords } from '../../../../../platform/text/count-words.ts';
import { shorten } from '../../../../../platform/text/shorten.ts';
import { Button } from '../../../../../platform/web/ui/button.tsx';
import { ErrorNote } from '../../../../../platform/web/ui/error-note.tsx';
import { EmptyState } from '../../../../../platform/web/ui/lists/empty-state.tsx';
import { ListSkeleton } from '../../../../../platform/web/ui/lists/list-skeleton.tsx';
import { Moment } from '../../../../../platform/web/ui/moment.tsx';
import { focusHeading } from '../../../../../platform/web/ui/navigation-focus.tsx';
import { useSingleFlight } from '../../../../../platform/web/use-single-flight.ts';
import type { DeletedBlog } from '../../contract.ts';
import { useBringBack } from '../use-bring-back.ts';
import { ListOfTexts } from './list-of-texts.tsx';
import { deletedBlogsQuery } from './my-writing-queries.ts';
import { glimpseMax, WritingItem } from './writing-item.tsx';

/** Restoring moves the focus to the start of the list, since the button disappears. */
function DeletedItem({ blog }: { readonly blog: DeletedBlog }) {
  const { _id: id, title, category, wordCount, endsAt, isDraft } = blog;
  const bringBack = useBringBack();
  const { isPending, run } = useSingleFlight(async () => {
    if (await bringBack(id)) focusHeading();
  });
  return (
    <WritingItem
      title={title}
      facts={[
        <CategoryLabel key="category" category={category} />,
        countWords(wordCount, 'word', 'words'),
        ...(isDraft ? ['Comes back as a draft'] : []),
        <>
          Kept until <Moment at={endsAt} />
        </>,
      ]}
    >
      <Button
        size="small"
        look="plain"
        aria-label={`Restore “${shorten(title, glimpseMax)}”`}
        aria-disabled={isPending}
        onClick={() => void run()}
      >
        Restore
      </Button>
    </WritingItem>
  );
}

/** Recently deleted blogs that the member can restore. */
export function DeletedList({ cursor }: { readonly cursor: string }) {
  const { data, isError, refetch } = useQuery(deletedBlogsQuery(cursor));
  if (isError && !data) {
    return <ErrorNote onRetry={() => refetch()}>What you deleted could not be loaded.</ErrorNote>;
  }
  if (!data) return <ListSkeleton />;
  return (
    <ListOfTexts
      list="deleted"
      cursor={cursor}
      nextCursor={data.nextCursor}
      extent={extentWords(data.extent, data.blogs.length)}
      empty={
        <EmptyState
          drawing="sheet"
          title="Nothing deleted"
          text="A blog that you delete can be had back here for a week."
        />
      }
    >
      {data.blogs.map((blog) => (
        <DeletedItem key={blog._id} blog={blog} />
      ))}
    </ListOfTexts>
  );
}
