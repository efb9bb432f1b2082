import { type Query, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import type { Blog } from '../../../../blog/contract.ts';
import { entityTagOf } from '../../../../blog/entity-tag.ts';
import { blogsKey } from '../../../../blog/web/blog-queries.ts';
import type { Person } from '../../../../identity/person.ts';
import { personalKey, readersKey } from '../../../../identity/web/viewer.ts';
import { paths } from '../../../../paths.ts';
import { Problem } from '../../../../platform/contract/problems.ts';
import { call } from '../../../../platform/web/api.ts';
import { SideSection } from '../../../../platform/web/ui/headed-section.tsx';
import type { PictureUploader } from '../../../../platform/web/ui/pictures/picture-uploader.ts';
import { showToast } from '../../../../platform/web/ui/toasts/toasts.tsx';
import type { DraftText } from '../../common/contract.ts';
import { textOf } from '../../common/web/draft-text.ts';
import { Parts } from '../../common/web/parts.tsx';
import { ConflictScreen } from '../../history/web/changes/conflict-screen.tsx';
import { EarlierTexts } from '../../history/web/earlier-texts.tsx';
import { historyOfBlog } from '../../history/web/history-queries.ts';
import {
  type OthersBlog,
  saveOthersBlog,
  takeOthersBlogBack,
} from '../../others-texts/contract.ts';
import { historyOfOthers, othersBlogQuery } from '../../others-texts/web/others-queries.ts';
import { WhoseText } from '../../others-texts/web/whose-text.tsx';
import { deleteBlog } from '../../own-texts/contract.ts';
import { BackToDraft } from '../../own-texts/web/back-to-draft.tsx';
import { DeleteBlog } from '../../own-texts/web/delete-blog.tsx';
import { useBringBack } from '../../own-texts/web/use-bring-back.ts';
import { useTakeBack } from '../../own-texts/web/use-take-back.ts';
import { type SavedBlog, updateBlog } from '../../publishing/contract/publishing.ts';
import { type BlogToEdit, fetchToEdit } from '../../publishing/web/author-queries.ts';
import { CardOnDemand } from '../../publishing/web/link-card/card-on-demand.tsx';
import { savedUnderHold, WhyHeldNote } from '../../publishing/web/why-held.tsx';
import { BlogForm } from './blog-form.tsx';
import { useBlogEditor } from './use-blog-editor.ts';

interface UpdateBlogProps {
  readonly person: Person;
  /** As loaded when the page opened. */
  readonly blog: BlogToEdit;
  /** The same blog, if it is another author's and the person is an editor. */
  readonly others?: OthersBlog | undefined;
  readonly pictureUploader: PictureUploader;
}

/** In the form's shape: the form doesn't use the HTML. */
export const asBlog = (blog: OthersBlog): BlogToEdit => ({ ...blog, longDescriptionHtml: '' });

const partsOfShown = ['When it is shared', 'History', 'Back to draft'];

function isLostUpdate(error: unknown): boolean {
  return error instanceof Problem && error.code === 'someone-saved-first';
}

/** The editor of a published blog, own or another author's: form, conflict handling, history and removal. */
export function UpdateBlog({ person, blog, others, pictureUploader }: UpdateBlogProps) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [newest, setNewest] = useState<Blog>();
  const bringBack = useBringBack();
  const takeBack = useTakeBack();
  const { _id: id } = blog;
  const params = { id };

  const editor = useBlogEditor({
    personId: person.id,
    target: id,
    text: textOf(blog),
    baseTag: entityTagOf(blog),
    opensLast: false,
    failureText: 'Failed to update blog.',
    async publish({ text, revision, baseTag, signal }, keeper) {
      const body = { ...text, ...(revision && { draft: { key: id, revision } }) };
      const headers = { ...(baseTag !== null && { 'if-match': baseTag }) };
      let saved: SavedBlog;
      try {
        const input = { params, body };
        const { body: reply } = others
          ? await call(queries, saveOthersBlog, input, { headers, signal })
          : await call(queries, updateBlog, input, { headers, signal });
        saved = reply;
      } catch (error) {
        if (!isLostUpdate(error)) throw error;
        setNewest(
          others
            ? asBlog(await queries.fetchQuery(othersBlogQuery(id)))
            : await fetchToEdit(queries, id, signal),
        );
        keeper.submissionAnswered();
        keeper.resume();
        return;
      }
      keeper.settled(text);
      void queries.invalidateQueries({ queryKey: blogsKey });
      if (saved.held) {
        void queries.invalidateQueries({ queryKey: personalKey });
        void showToast({ text: savedUnderHold(saved.held) });
        await navigate(paths.myWriting.to({ list: 'published' }), { viewTransition: true });
        return;
      }
      void showToast({ text: 'Blog updated successfully!' });
      await navigate(paths.blog.to(id), { viewTransition: true });
    },
  });
  const { keeper } = editor;

  async function publishMine(chosen: Blog): Promise<void> {
    keeper.rebase(textOf(chosen), entityTagOf(chosen));
    await editor.submit();
    setNewest((current) => (current === chosen ? undefined : current));
  }

  function takeNewest(chosen: Blog): void {
    keeper.takeOver(textOf(chosen), entityTagOf(chosen));
    editor.showKept();
    // Hidden fields can't take the focus.
    flushSync(() => setNewest(undefined));
    editor.form.setFocus('title');
  }

  function putIntoForm(text: DraftText): void {
    keeper.replace(text);
    editor.showKept();
    editor.form.setFocus('title');
  }

  /** Removes the blog with its unpublished changes, which the server has by then; restoring brings both back. */
  async function remove(): Promise<void> {
    const hasAll = await keeper.saveAll();
    try {
      await call(queries, deleteBlog, { params, query: { title: blog.title } });
    } catch (error) {
      keeper.resume();
      throw error;
    }
    // Otherwise the text stays on the device, and My writing lists it.
    if (hasAll) keeper.settled(textOf(blog));
    // All queries except those about the removed blog.
    const predicate = ({ queryKey }: Query) => !queryKey.includes(id);
    void queries.invalidateQueries({ queryKey: blogsKey, predicate });
    await navigate(paths.home.to());
    void showToast({ text: 'Blog deleted.', undo: () => void undoRemoval() });
  }

  async function undoRemoval(): Promise<void> {
    if (await bringBack(id)) await navigate(paths.blog.to(id));
  }

  /** Turns the blog into its author's draft; the editor's changes stay the editor's own draft. */
  async function makeTheirDraft(): Promise<void> {
    await call(queries, takeOthersBlogBack, { params });
    for (const queryKey of [blogsKey, personalKey, readersKey]) {
      void queries.invalidateQueries({ queryKey });
    }
    void showToast({ text: 'The blog is a draft of its author’s.' });
  }

  /** Unpublishes the blog; the typed changes, which the server has by then, become the draft. */
  async function makeDraft(): Promise<void> {
    const hasAll = await keeper.saveAll();
    try {
      await takeBack(id, async () => {
        if (hasAll) keeper.settled(textOf(blog));
        await navigate(paths.myWriting.to());
      });
    } catch (error) {
      keeper.resume();
      throw error;
    }
  }

  return (
    <>
      {newest && (
        <ConflictScreen
          base={textOf(blog)}
          mine={keeper.text}
          newest={textOf(newest)}
          isPending={editor.isPending}
          onPublish={(text) => {
            keeper.replace(text);
            editor.showKept();
            void publishMine(newest);
          }}
          onKeepMine={() => void publishMine(newest)}
          onTakeNewest={() => takeNewest(newest)}
        />
      )}
      <div hidden={newest !== undefined}>
        {others && <WhoseText blog={others} />}
        {blog.held && <WhyHeldNote held={blog.held} />}
        <BlogForm
          editor={editor}
          submitLabel="Update Blog"
          pendingLabel="Updating..."
          parts={[...(blog.held ? [] : partsOfShown), ...(others ? [] : ['Delete'])]}
          pictureUploader={pictureUploader}
        />
        <Parts>
          {!blog.held && (
            <>
              <SideSection title="When it is shared">
                <CardOnDemand control={editor.form.control} id={id} />
              </SideSection>
              <SideSection title="History">
                <EarlierTexts
                  history={others ? historyOfOthers(id) : historyOfBlog(id)}
                  nothing="There are no earlier texts: each update keeps the one before."
                  onRestore={putIntoForm}
                />
              </SideSection>
              <SideSection title="Back to draft">
                <BackToDraft
                  isOfOthers={others !== undefined}
                  onTakeBack={others ? makeTheirDraft : makeDraft}
                />
              </SideSection>
            </>
          )}
          {!others && (
            <SideSection title="Delete">
              <DeleteBlog onDelete={remove} />
            </SideSection>
          )}
        </Parts>
      </div>
    </>
  );
}
