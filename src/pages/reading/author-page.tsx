import { useId } from 'react';
import { useParams } from 'react-router';
import { bioOf } from '../../blog/web/byline.tsx';
import { AuthorBlogs } from '../../features/authors/web/author-blogs.tsx';
import { AuthorProfile } from '../../features/authors/web/author-profile.tsx';
import { authorBlogsQuery, authorQuery } from '../../features/authors/web/author-queries.ts';
import { authorFeed } from '../../features/feeds/contract/feeds.ts';
import { FollowButton } from '../../features/following/web/follow-button.tsx';
import { followedIdsQuery } from '../../features/following/web/following-queries.ts';
import { sharedAuthor } from '../../features/sharing/shared-pages.ts';
import { InterruptedWishAdder } from '../../features/wishlist/web/interrupted-wish-adder.tsx';
import { paths } from '../../paths.ts';
import { addressOf } from '../../platform/contract/call-api.ts';
import { nameIn } from '../../platform/site/own-settings.ts';
import { SectionHeading } from '../../platform/web/ui/headings.tsx';
import { textLink } from '../../platform/web/ui/text-link.ts';
import { definePage, usePageQuery, useRefusal } from '../define-page.ts';
import { wishableCards } from './wishable-cards.tsx';

const feedOf = (id: string) => addressOf(authorFeed.path, { id });

function AuthorPage() {
  const { id = '' } = useParams();
  const { cursor } = usePageQuery(paths.author);
  const refusal = useRefusal();
  const headingId = useId();
  return (
    <>
      <InterruptedWishAdder />
      <AuthorProfile
        id={id}
        actions={(name, nameId) => (
          <>
            <FollowButton authorId={id} name={name} describedBy={nameId} />
            <a
              href={feedOf(id)}
              aria-describedby={nameId}
              className={`${textLink} inline-flex min-h-link items-center`}
            >
              Feed
            </a>
          </>
        )}
      />
      <section aria-labelledby={headingId} className="mt-12">
        <SectionHeading id={headingId}>Blogs</SectionHeading>
        <AuthorBlogs id={id} cursor={cursor} refusal={refusal} cards={wishableCards} />
      </section>
    </>
  );
}

export const page = definePage(paths.author, {
  component: AuthorPage,
  queries: ({ params: { id }, query: { cursor }, isMember }) => [
    authorQuery(id),
    authorBlogsQuery(id, cursor),
    ...(isMember ? [followedIdsQuery()] : []),
  ],
  head: ({ params: { id }, settings: { own }, client }) => {
    const author = client.getQueryData(authorQuery(id).queryKey);
    return {
      title: author?.name ?? 'Author',
      description: author ? bioOf(author) : `An author on ${nameIn(own)}.`,
      ...(author && { shared: sharedAuthor(author) }),
      ...(author && { feed: { name: author.name, path: feedOf(id) } }),
    };
  },
});
