import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useParams } from 'react-router';
import { pictureUploader } from '../../features/pictures/web/picture-uploader.ts';
import { ExportLink } from '../../features/transfer/web/export-link.tsx';
import { beginningOf } from '../../features/writing/common/web/draft-text.ts';
import type { Draft } from '../../features/writing/drafts/contract/drafts.ts';
import { savedDraftQuery } from '../../features/writing/drafts/web/draft-queries.ts';
import { EditorSkeleton } from '../../features/writing/editor/web/editor-skeleton.tsx';
import { asBlog, UpdateBlog } from '../../features/writing/editor/web/update-blog.tsx';
import { writingShortcuts } from '../../features/writing/editor/web/writing-shortcuts.ts';
import type { OthersBlog } from '../../features/writing/others-texts/contract.ts';
import { othersBlogQuery } from '../../features/writing/others-texts/web/others-queries.ts';
import { TakenBack } from '../../features/writing/others-texts/web/taken-back.tsx';
import {
  type BlogToEdit,
  blogRightsQuery,
  blogToEditQuery,
} from '../../features/writing/publishing/web/author-queries.ts';
import { mayUse, type Person } from '../../identity/person.ts';
import { factorNeeded } from '../../identity/role-problems.ts';
import { useViewer } from '../../identity/web/viewer.ts';
import { paths } from '../../paths.ts';
import { Problem } from '../../platform/contract/problems.ts';
import { opened } from '../../platform/web/personal/personal.ts';
import { ButtonLink } from '../../platform/web/ui/button.tsx';
import { ErrorNote } from '../../platform/web/ui/error-note.tsx';
import { PageHeading } from '../../platform/web/ui/headings.tsx';
import { showToast } from '../../platform/web/ui/toasts/toasts.tsx';
import { definePage } from '../define-page.ts';
import { NotFound } from '../not-found.tsx';
import { useOwnShortcuts } from '../shortcuts/page-shortcuts.ts';

const fetchFailure = 'Failed to fetch blog details.';

/** The blog as loaded when the page opened: a newer version doesn't change a form in use. */
function useOpenedBlog(id: string) {
  const { data, isFetching, error, refetch } = useQuery(blogToEditQuery(id));
  const [opened, setOpened] = useState<BlogToEdit>();
  if (!opened && data && !isFetching) setOpened(data);
  return { blog: opened, error: opened || isFetching ? null : error, refetch };
}

function Updating({ id, person }: { readonly id: string; readonly person: Person }) {
  const { blog, error, refetch } = useOpenedBlog(id);
  const rights = useQuery(blogRightsQuery(id));
  const failure = error ?? rights.error;
  const isGone = failure instanceof Problem && failure.status === 404;
  const hasFailed = failure !== null && !isGone;

  useEffect(() => {
    if (hasFailed) void showToast({ text: fetchFailure, tone: 'bad' });
  }, [hasFailed]);

  if (isGone) return <Missing id={id} person={person} />;
  if (rights.data?.canEdit === false) {
    return (
      <AsEditor id={id} person={person}>
        <Unopened>
          <ErrorNote>You are not authorized to edit this blog.</ErrorNote>
          <p className="mt-6">
            <ButtonLink to={paths.blog.to(id)}>Read the blog</ButtonLink>
          </p>
        </Unopened>
      </AsEditor>
    );
  }
  return (
    <div className="wide-page">
      <PageHeading look="quiet">Update Blog</PageHeading>
      {hasFailed && (
        <ErrorNote
          onRetry={() => {
            void refetch();
            void rights.refetch();
          }}
        >
          {fetchFailure}
        </ErrorNote>
      )}
      {!hasFailed && (!blog || !rights.data) && <EditorSkeleton />}
      {blog && rights.data && (
        <>
          {rights.data.savedBy !== undefined && (
            <p className="mb-6 border-l-2 border-rule-strong pl-5 text-soft">
              <bdi className="wrap-anywhere">{rights.data.savedBy}</bdi>, an editor of this site,
              saved this text last. The text before is in its history.
            </p>
          )}
          <UpdateBlog person={person} blog={blog} pictureUploader={pictureUploader} />
          <p className="mt-10">
            <ExportLink />
          </p>
        </>
      )}
    </div>
  );
}

/** Shown instead of the form. */
function Unopened({ children }: { readonly children: ReactNode }) {
  return (
    <div className="mx-auto max-w-measure">
      <PageHeading>Update Blog</PageHeading>
      {children}
    </div>
  );
}

interface OfPerson {
  readonly id: string;
  readonly person: Person;
}

/** Another author's blog, for editors; otherwise the children. */
function AsEditor({ id, person, children }: OfPerson & { readonly children: ReactNode }) {
  const mayTry = mayUse('editor', person);
  const others = useQuery({ ...othersBlogQuery(id), enabled: mayTry, retry: false });
  if (!mayTry) return children;
  // Cached data of an earlier visit may be outdated.
  if (!others.isFetchedAfterMount) return <EditorSkeleton />;
  if (others.data) return <UpdatingOthers person={person} blog={others.data} />;
  if (!factorNeeded.is(others.error)) return children;
  return (
    <Unopened>
      <ErrorNote>{factorNeeded().message}</ErrorNote>
    </Unopened>
  );
}

/** Shown for a blog that isn't published: its author gets the draft, editors a blog that an editor has unpublished. */
function Missing({ id, person }: OfPerson) {
  const { data: draft, isPending } = useQuery(savedDraftQuery(id));
  if (isPending) return <EditorSkeleton />;
  if (draft && draft.baseTag === null) return <DraftAgain draft={draft} />;
  return (
    <AsEditor id={id} person={person}>
      <NotFound />
    </AsEditor>
  );
}

function DraftAgain({ draft }: { readonly draft: Draft }) {
  const title = beginningOf(draft.text);
  return (
    <Unopened>
      <p className="text-lg">
        {title === '' ? (
          'This blog'
        ) : (
          <>
            “<bdi className="wrap-anywhere">{title}</bdi>”
          </>
        )}{' '}
        is one of your drafts. Nobody else sees it until it is published.
      </p>
      <p className="mt-6">
        <ButtonLink look="primary" to={paths.addBlog.to({ draft: draft.key })}>
          Open the draft
        </ButtonLink>
      </p>
    </Unopened>
  );
}

/** Form for an editor to change another author's blog. It starts from the text as loaded when the page opened. */
function UpdatingOthers({ person, blog }: { readonly person: Person; readonly blog: OthersBlog }) {
  const [opened] = useState(blog);
  return (
    <div className="wide-page">
      <PageHeading look="quiet">Update Blog</PageHeading>
      {blog.isTakenBack ? (
        <TakenBack blog={blog} />
      ) : (
        <UpdateBlog
          key={String(opened.isTakenBack)}
          person={person}
          blog={asBlog(opened.isTakenBack ? blog : opened)}
          others={blog}
          pictureUploader={pictureUploader}
        />
      )}
    </div>
  );
}

function MissingBlog() {
  const { id = '' } = useParams();
  const viewer = useViewer();
  if (viewer.status !== 'signed-in') return <NotFound />;
  const person = opened(viewer.person);
  return <Missing key={`${person.id} ${id}`} id={id} person={person} />;
}

function UpdateBlogPage() {
  const { id = '' } = useParams();
  const viewer = useViewer();
  useOwnShortcuts(writingShortcuts);
  if (viewer.status !== 'signed-in') return null;
  const person = opened(viewer.person);
  return <Updating key={`${person.id} ${id}`} id={id} person={person} />;
}

export const page = definePage(paths.updateBlog, {
  component: UpdateBlogPage,
  missing: MissingBlog,
  queries: ({ params: { id } }) => [blogToEditQuery(id), blogRightsQuery(id), savedDraftQuery(id)],
  head: () => ({
    title: 'Update Blog',
    description: 'Change a blog of yours.',
  }),
});
