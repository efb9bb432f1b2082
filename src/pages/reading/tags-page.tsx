import { TagList } from '../../features/tags/web/tag-list.tsx';
import { tagsQuery } from '../../features/tags/web/tag-queries.ts';
import { paths } from '../../paths.ts';
import { nameIn } from '../../platform/site/own-settings.ts';
import { PageHeading } from '../../platform/web/ui/headings.tsx';
import { definePage, usePageQuery, useRefusal } from '../define-page.ts';

function TagsPage() {
  const { cursor } = usePageQuery(paths.tags);
  const refusal = useRefusal();
  return (
    <>
      <PageHeading lead="What the blogs are about, beside their categories.">Tags</PageHeading>
      <TagList cursor={cursor} refusal={refusal} />
    </>
  );
}

export const page = definePage(paths.tags, {
  component: TagsPage,
  queries: ({ query: { cursor } }) => [tagsQuery(cursor)],
  head: ({ settings: { own } }) => ({
    title: 'Tags',
    description: `All tags of the blogs on ${nameIn(own)}.`,
  }),
});
