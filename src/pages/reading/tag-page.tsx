import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { tagFeed } from '../../features/feeds/contract/feeds.ts';
import { TagBlogs } from '../../features/tags/web/tag-blogs.tsx';
import { tagBlogsQuery, tagQuery } from '../../features/tags/web/tag-queries.ts';
import { InterruptedWishAdder } from '../../features/wishlist/web/interrupted-wish-adder.tsx';
import { paths } from '../../paths.ts';
import { addressOf } from '../../platform/contract/call-api.ts';
import { nameIn } from '../../platform/site/own-settings.ts';
import { PageHeading } from '../../platform/web/ui/headings.tsx';
import { textLink } from '../../platform/web/ui/text-link.ts';
import { definePage, usePageQuery, useRefusal } from '../define-page.ts';
import { wishableCards } from './wishable-cards.tsx';

const feedOf = (tag: string) => addressOf(tagFeed.path, { tag });

function TagPage() {
  const { tag = '' } = useParams();
  const { cursor } = usePageQuery(paths.tag);
  const refusal = useRefusal();
  const { data } = useQuery(tagQuery(tag));
  return (
    <>
      <InterruptedWishAdder />
      <PageHeading
        lead={
          <span className="flex flex-wrap gap-x-5 gap-y-2">
            <Link viewTransition to={paths.tags.to()} className={textLink}>
              All tags
            </Link>
            <a href={feedOf(data?.tag ?? tag)} className={textLink}>
              Feed
            </a>
          </span>
        }
      >
        <bdi className="wrap-anywhere">{data?.name ?? tag}</bdi>
      </PageHeading>
      <TagBlogs tag={tag} cursor={cursor} refusal={refusal} cards={wishableCards} />
    </>
  );
}

export const page = definePage(paths.tag, {
  component: TagPage,
  queries: ({ params: { tag }, query: { cursor } }) => [tagQuery(tag), tagBlogsQuery(tag, cursor)],
  // Redirects from other spellings and former names.
  moved: ({ params: { tag }, query, client }) => {
    const found = client.getQueryData(tagQuery(tag).queryKey);
    return found && found.tag !== tag ? paths.tag.to(found.tag, query) : undefined;
  },
  head: ({ params: { tag }, settings: { own }, client }) => {
    const found = client.getQueryData(tagQuery(tag).queryKey);
    const name = found?.name ?? tag;
    return {
      title: name,
      description: `Blogs about ${name} on ${nameIn(own)}.`,
      ...(found && { feed: { name, path: feedOf(found.tag) } }),
    };
  },
});
