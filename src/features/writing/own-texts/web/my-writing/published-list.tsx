import { useQuery } from '@tanstack/react-query';
import { extentWords } from '../../../../../blog/list-extent.ts';
import { longDateOf } from '../../../../../blog/web/byline.tsx';
import { CategoryLabel } from '../../../../../blog/web/category-label.tsx';
import { anotherDraft, paths } from '../../../../../paths.ts';
import { countWords } from '../../../../../platform/text/count-words.ts';
import { shorten } from '../../../../../platform/text/shorten.ts';
import { Button, ButtonLink } from '../../../../../platform/web/ui/button.tsx';
import { ErrorNote } from '../../../../../platform/web/ui/error-note.tsx';
import { EmptyState } from '../../../../../platform/web/ui/lists/empty-state.tsx';
import { ListSkeleton } from '../../../../../platform/web/ui/lists/list-skeleton.tsx';
import { focusHeading } from '../../../../../platform/web/ui/navigation-focus.tsx';
import { showToast } from '../../../../../platform/web/ui/toasts/toasts.tsx';
import { useSingleFlight } from '../../../../../platform/web/use-single-flight.ts';
import { CardOfBlog } from '../../../publishing/web/link-card/card-in-list.tsx';
import { countedMax, type OwnBlog } from '../../contract.ts';
import { reasonOf } from '../back-to-draft.tsx';
import { useTakeBack } from '../use-take-back.ts';
import { ListOfTexts } from './list-of-texts.tsx';
import { myBlogsQuery } from './my-writing-queries.ts';
import { UndescribedLink } from './undescribed-link.tsx';
import { glimpseMax, WritingItem } from './writing-item.tsx';

function upTo(count: number, one: string, many: string): string {
  const text = countWords(count, one, many);
  return count < countedMax ? text : `${(countedMax - 1).toLocaleString('en-US')}+ ${many}`;
}

/** Number of reads in thirty days and in total; empty before the first read. */
function readsOf({ reads }: OwnBlog): readonly string[] {
  const { opened, finished, openedLately, finishedLately } = reads;
  if (opened === 0 && finished === 0) return [];
  const times = (count: number) => countWords(count, 'time', 'times');
  return [
    `Opened ${times(openedLately)} in 30 days, ${times(opened)} in all`,
    `Read to the end ${times(finishedLately)} in 30 days, ${times(finished)} in all`,
  ];
}

function PublishedItem({ blog }: { readonly blog: OwnBlog }) {
  const { _id: id, title, category, wordCount, createdAt, wishes, comments } = blog;
  const lacking = blog.undescribed + (blog.lacksCoverText ? 1 : 0);
  const facts = [
    <CategoryLabel key="category" category={category} />,
    countWords(wordCount, 'word', 'words'),
    <time key="date" dateTime={createdAt}>
      {longDateOf(createdAt)}
    </time>,
    upTo(wishes, 'wish', 'wishes'),
    upTo(comments, 'comment', 'comments'),
    ...readsOf(blog),
  ];
  return (
    <WritingItem
      title={title}
      to={paths.blog.to(id)}
      facts={facts}
      card={<CardOfBlog id={id} />}
      wish={
        lacking > 0 && (
          <UndescribedLink count={lacking} to={paths.updateBlog.to(id)} title={title} />
        )
      }
    >
      <ButtonLink
        size="small"
        look="plain"
        to={paths.updateBlog.to(id)}
        aria-label={`Edit “${shorten(title, glimpseMax)}”`}
      >
        Edit
      </ButtonLink>
      <TakeBackButton blog={blog} />
    </WritingItem>
  );
}

/** Unpublishes a blog; the focus moves to the start of the list, since the button disappears. */
function TakeBackButton({ blog: { _id: id, title } }: { readonly blog: OwnBlog }) {
  const takeBack = useTakeBack();
  const { isPending, run } = useSingleFlight(async () => {
    try {
      await takeBack(id);
      focusHeading();
    } catch (error) {
      void showToast({ text: reasonOf(error), tone: 'bad' });
    }
  });
  return (
    <Button
      size="small"
      look="plain"
      aria-label={`Back to draft: “${shorten(title, glimpseMax)}”`}
      aria-disabled={isPending}
      onClick={() => void run()}
    >
      Back to draft
    </Button>
  );
}

/** The member's published blogs, with reads, wishes and comments. */
export function PublishedList({ cursor }: { readonly cursor: string }) {
  const { data, isError, refetch } = useQuery(myBlogsQuery(cursor));
  if (isError && !data) {
    return <ErrorNote onRetry={() => refetch()}>Your blogs could not be loaded.</ErrorNote>;
  }
  if (!data) return <ListSkeleton />;
  return (
    <ListOfTexts
      list="published"
      cursor={cursor}
      nextCursor={data.nextCursor}
      extent={extentWords(data.extent, data.blogs.length)}
      empty={
        <EmptyState
          drawing="sheet"
          title="Nothing published yet"
          text="Your blogs stand here once you publish them."
          action={
            <ButtonLink to={paths.addBlog.to({ draft: anotherDraft })}>Write something</ButtonLink>
          }
        />
      }
    >
      {data.blogs.map((blog) => (
        <PublishedItem key={blog._id} blog={blog} />
      ))}
    </ListOfTexts>
  );
}
