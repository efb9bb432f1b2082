import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { pictureUploader } from '../../features/pictures/web/picture-uploader.ts';
import { ExportLink } from '../../features/transfer/web/export-link.tsx';
import { newDraftKey } from '../../features/writing/drafts/web/device/new-draft-key.ts';
import {
  draftSummaryQuery,
  lastDraftQuery,
  savedDraftQuery,
} from '../../features/writing/drafts/web/draft-queries.ts';
import { AddBlog } from '../../features/writing/editor/web/add-blog.tsx';
import { NewBlog } from '../../features/writing/editor/web/new-blog.tsx';
import { writingShortcuts } from '../../features/writing/editor/web/writing-shortcuts.ts';
import type { Person } from '../../identity/person.ts';
import { useViewer } from '../../identity/web/viewer.ts';
import { anotherDraft, paths } from '../../paths.ts';
import { nameIn } from '../../platform/site/own-settings.ts';
import { opened } from '../../platform/web/personal/personal.ts';
import { Button, ButtonLink } from '../../platform/web/ui/button.tsx';
import { PageHeading } from '../../platform/web/ui/headings.tsx';
import { definePage, usePageQuery } from '../define-page.ts';
import { useOwnShortcuts } from '../shortcuts/page-shortcuts.ts';

function NamedDraft({ person, name }: { readonly person: Person; readonly name: string }) {
  const [draftKey] = useState(() => (name === anotherDraft ? newDraftKey() : name));
  return (
    <AddBlog person={person} draftKey={draftKey} draft={null} pictureUploader={pictureUploader} />
  );
}

/** Changes with each navigation to this page, which starts another blog; not with links within the page. */
function useVisit(): string {
  const { key, hash } = useLocation();
  const [visit, setVisit] = useState(key);
  if (hash === '' && key !== visit) setVisit(key);
  return visit;
}

function AddBlogPage() {
  const viewer = useViewer();
  const navigate = useNavigate();
  const { draft } = usePageQuery(paths.addBlog);
  const visit = useVisit();
  useOwnShortcuts(writingShortcuts);
  if (viewer.status !== 'signed-in') return null;
  const person = opened(viewer.person);
  const key = `${person.id} ${draft === '' ? visit : draft}`;
  return (
    <div className="wide-page">
      <PageHeading look="quiet">Add a New Blog</PageHeading>
      {draft === '' ? (
        <NewBlog key={key} person={person} pictureUploader={pictureUploader} />
      ) : (
        <NamedDraft key={key} person={person} name={draft} />
      )}
      <p className="mt-10">
        <Button
          look="plain"
          size="small"
          className="mr-6 noscript:hidden"
          onClick={() => void navigate(paths.addBlog.to({ draft: newDraftKey() }))}
        >
          New draft
        </Button>
        <ButtonLink look="plain" size="small" className="mr-6" to={paths.myWriting.to()}>
          My writing
        </ButtonLink>
        <ExportLink />
      </p>
    </div>
  );
}

export const page = definePage(paths.addBlog, {
  component: AddBlogPage,
  queries({ isMember, query: { draft } }) {
    if (!isMember || draft === anotherDraft) return [];
    return draft === '' ? [lastDraftQuery()] : [savedDraftQuery(draft), draftSummaryQuery(draft)];
  },
  head: ({ settings: { own } }) => ({
    title: 'Add Blog',
    description: `Write a blog for ${nameIn(own)}.`,
    canonicalPath: paths.addBlog.to(),
  }),
});
