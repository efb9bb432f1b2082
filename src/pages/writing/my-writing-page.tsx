import { useQuery } from '@tanstack/react-query';
import { DeletedList } from '../../features/writing/own-texts/web/my-writing/deleted-list.tsx';
import { DraftList } from '../../features/writing/own-texts/web/my-writing/draft-list.tsx';
import { HeldList } from '../../features/writing/own-texts/web/my-writing/held-list.tsx';
import {
  deletedBlogsQuery,
  myBlogsQuery,
  myDraftsQuery,
  myHeldTextsQuery,
} from '../../features/writing/own-texts/web/my-writing/my-writing-queries.ts';
import { PublishedList } from '../../features/writing/own-texts/web/my-writing/published-list.tsx';
import { useViewer } from '../../identity/web/viewer.ts';
import { anotherDraft, paths, type writingLists } from '../../paths.ts';
import { opened } from '../../platform/web/personal/personal.ts';
import { ButtonLink } from '../../platform/web/ui/button.tsx';
import { PageHeading } from '../../platform/web/ui/headings.tsx';
import { FilterLinks } from '../../platform/web/ui/lists/filter-links.tsx';
import { RefusedAddress } from '../../platform/web/ui/lists/refused-address.tsx';
import { definePage, usePageQuery, useRefusal } from '../define-page.ts';

type WritingList = (typeof writingLists)[number];

const labels: Readonly<Record<WritingList, string>> = {
  '': 'Drafts',
  published: 'Published',
  scheduled: 'Scheduled',
  deleted: 'Deleted',
};

function ListLinks({ list }: { readonly list: WritingList }) {
  const { data: deleted } = useQuery(deletedBlogsQuery(''));
  const hasDeleted = list === 'deleted' || (deleted && deleted.blogs.length > 0);
  const names = [
    '',
    'published',
    'scheduled',
    ...(hasDeleted ? (['deleted'] as const) : []),
  ] as const;
  const links = names.map((name) => ({
    label: labels[name],
    to: paths.myWriting.to({ list: name }),
    isCurrent: name === list,
    tint: '',
  }));
  return <FilterLinks label="Which texts" links={links} />;
}

function MyWritingPage() {
  const viewer = useViewer();
  const { list, cursor } = usePageQuery(paths.myWriting);
  const refusal = useRefusal();
  if (viewer.status !== 'signed-in') return null;
  const person = opened(viewer.person);
  return (
    <div className="mx-auto max-w-4xl">
      <PageHeading>My writing</PageHeading>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
        <ListLinks list={list} />
        <ButtonLink look="primary" size="small" to={paths.addBlog.to({ draft: anotherDraft })}>
          New draft
        </ButtonLink>
      </div>
      {refusal !== undefined && (
        <RefusedAddress to={paths.myWriting.to()} label="Show your drafts" />
      )}
      {refusal === undefined && list === 'published' && (
        <>
          {cursor === '' && <HeldList />}
          <PublishedList cursor={cursor} />
        </>
      )}
      {refusal === undefined && list === 'deleted' && <DeletedList cursor={cursor} />}
      {refusal === undefined && (list === '' || list === 'scheduled') && (
        <DraftList
          key={`${person.id} ${list}`}
          person={person}
          list={list === '' ? 'drafts' : list}
          cursor={cursor}
        />
      )}
    </div>
  );
}

export const page = definePage(paths.myWriting, {
  component: MyWritingPage,
  queries: ({ query: { list, cursor } }) => [
    // Every list shows whether there are deleted blogs.
    deletedBlogsQuery(''),
    ...(list === 'published' ? [myBlogsQuery(cursor), myHeldTextsQuery()] : []),
    ...(list === 'deleted' && cursor !== '' ? [deletedBlogsQuery(cursor)] : []),
    ...(list === '' || list === 'scheduled'
      ? [myDraftsQuery(list === '' ? 'drafts' : list, cursor)]
      : []),
  ],
  head: () => ({
    title: 'My writing',
    description: 'Your drafts, and what you published.',
    canonicalPath: paths.myWriting.to(),
  }),
});
