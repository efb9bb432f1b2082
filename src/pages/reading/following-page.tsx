import { followFormRefusals } from '../../features/following/contract.ts';
import { FollowedAuthors } from '../../features/following/web/followed-authors.tsx';
import { FollowedBlogs } from '../../features/following/web/followed-blogs.tsx';
import {
  followedAuthorsQuery,
  followedBlogsQuery,
} from '../../features/following/web/following-queries.ts';
import { paths } from '../../paths.ts';
import { ErrorNote } from '../../platform/web/ui/error-note.tsx';
import { HeadedSection } from '../../platform/web/ui/headed-section.tsx';
import { PageHeading } from '../../platform/web/ui/headings.tsx';
import { definePage, usePageQuery, useRefusal } from '../define-page.ts';
import { wishableCards } from './wishable-cards.tsx';

function FollowingPage() {
  const { cursor, refused } = usePageQuery(paths.following);
  const refusal = useRefusal();
  const formRefusal = followFormRefusals.find(({ code }) => code === refused)?.message;
  return (
    <>
      <PageHeading lead="New blogs by the authors you follow. Nobody else sees whom you follow.">
        Following
      </PageHeading>
      {formRefusal !== undefined && (
        <div className="mb-6">
          <ErrorNote>{formRefusal}</ErrorNote>
        </div>
      )}
      <FollowedBlogs cursor={cursor} refusal={refusal} cards={wishableCards} />
      <HeadedSection title="Authors you follow">
        <FollowedAuthors />
      </HeadedSection>
    </>
  );
}

export const page = definePage(paths.following, {
  component: FollowingPage,
  queries: ({ query: { cursor } }) => [followedBlogsQuery(cursor), followedAuthorsQuery()],
  head: () => ({
    title: 'Following',
    description: 'New blogs by the authors you follow.',
    canonicalPath: paths.following.to(),
  }),
});
