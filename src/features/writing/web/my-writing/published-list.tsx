import { useQuery } from '@tanstack/react-query';
import { longDateOf } from '../../../../blog/web/byline.tsx';
import { CategoryLabel } from '../../../../blog/web/category-label.tsx';
import { paths } from '../../../../paths.ts';
import { shorten } from '../../../../platform/text/shorten.ts';
import { ButtonLink } from '../../../../platform/web/ui/button.tsx';
import { EmptyState } from '../../../../platform/web/ui/empty-state.tsx';
import { ErrorNote } from '../../../../platform/web/ui/error-note.tsx';
import { countedMax, type OwnBlog } from '../../contract.ts';
import { ListSkeleton, Paging } from './draft-list.tsx';
import { myBlogsQuery } from './my-writing-queries.ts';
import { countText, WritingItem } from './writing-item.tsx';

/** Most code points of a title that is told of. */
const glimpseMax = 60;

function upTo(count: number, one: string, many: string): string {
  const text = countText(count, one, many);
  return count < countedMax ? text : `${(countedMax - 1).toLocaleString('en-US')}+ ${many}`;
}

function PublishedItem({ blog }: { readonly blog: OwnBlog }) {
  const { _id: id, title, category, wordCount, createdAt, wishes, comments } = blog;
  const facts = [
    <CategoryLabel key="category" category={category} />,
    countText(wordCount, 'word', 'words'),
    <time key="date" dateTime={createdAt}>
      {longDateOf(createdAt)}
    </time>,
    upTo(wishes, 'wish', 'wishes'),
    upTo(comments, 'comment', 'comments'),
  ];
  return (
    <WritingItem title={title} to={paths.blog.to(id)} facts={facts}>
      <ButtonLink
        size="small"
        look="plain"
        to={paths.updateBlog.to(id)}
        aria-label={`Edit “${shorten(title, glimpseMax)}”`}
      >
        Edit
      </ButtonLink>
    </WritingItem>
  );
}

/** What somebody published, with what it met with. */
export function PublishedList({ cursor }: { readonly cursor: string }) {
  const { data, isError, refetch } = useQuery(myBlogsQuery(cursor));
  if (isError && !data) {
    return <ErrorNote onRetry={() => refetch()}>Your blogs could not be loaded.</ErrorNote>;
  }
  if (!data) return <ListSkeleton />;
  return (
    <>
      {data.blogs.length === 0 ? (
        <EmptyState
          title="Nothing published yet"
          text="Your blogs stand here once you publish them."
        />
      ) : (
        <ul className="border-t border-rule">
          {data.blogs.map((blog) => (
            <PublishedItem key={blog._id} blog={blog} />
          ))}
        </ul>
      )}
      <Paging list="published" cursor={cursor} nextCursor={data.nextCursor} />
    </>
  );
}
