import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { blogsKey } from '../../../../blog/web/blog-queries.ts';
import type { Person } from '../../../../identity/person.ts';
import { personalKey } from '../../../../identity/web/viewer.ts';
import { paths } from '../../../../paths.ts';
import { call } from '../../../../platform/web/api.ts';
import {
  rememberedSwitch,
  useRememberedSwitch,
} from '../../../../platform/web/remembered-switch.ts';
import { useSiteSettings } from '../../../../platform/web/site-settings.ts';
import { SideSection } from '../../../../platform/web/ui/headed-section.tsx';
import type { PictureUploader } from '../../../../platform/web/ui/pictures/picture-uploader.ts';
import { showToast } from '../../../../platform/web/ui/toasts/toasts.tsx';
import { useIsHydrated } from '../../../../platform/web/use-is-hydrated.ts';
import { emptyText, isSameText } from '../../common/web/draft-text.ts';
import { Parts } from '../../common/web/parts.tsx';
import type { Draft } from '../../drafts/contract/drafts.ts';
import { draftSummaryQuery } from '../../drafts/web/draft-queries.ts';
import { PreviewLink } from '../../drafts/web/preview-link/preview-link.tsx';
import { savesAnswered } from '../../drafts/web/remote-draft.ts';
import { draftState, draftStates } from '../../history/contract.ts';
import { EarlierTexts } from '../../history/web/earlier-texts.tsx';
import type { History } from '../../history/web/history-queries.ts';
import { addBlog } from '../../publishing/contract/publishing.ts';
import { CardOnDemand } from '../../publishing/web/link-card/card-on-demand.tsx';
import { PublishLater } from '../../publishing/web/schedule/publish-later.tsx';
import { savedUnderHold } from '../../publishing/web/why-held.tsx';
import { BlogForm } from './blog-form.tsx';
import { useBlogEditor } from './use-blog-editor.ts';
import { useScrollRestoration } from './use-scroll-restoration.ts';

function historyOfDraft(key: string): History {
  return {
    key: [...personalKey, 'draft-states', key],
    async list(client, signal) {
      await savesAnswered();
      return (await call(client, draftStates, { params: { key } }, { signal })).body;
    },
    text: async (id, client, signal) =>
      (await call(client, draftState, { params: { key, id } }, { signal })).body.text,
  };
}

/** Explains that the draft was published before, and what publishing it again means. */
function WasPublished({ draftKey }: { readonly draftKey: string }) {
  const isHydrated = useIsHydrated();
  const { data: summary } = useQuery({ ...draftSummaryQuery(draftKey), enabled: isHydrated });
  if (!summary?.wasPublished) return null;
  return (
    <p className="mb-6 border-l-2 border-rule pl-5 text-sm text-soft">
      This blog was published and is a draft again. Saved, it stands at its old address, with its
      date, its comments and its history.
    </p>
  );
}

const parts = ['When it is shared', 'Publish later', 'History', 'Show it to somebody'];

/** Says what Save does, until the person has published from this browser and knows the button. */
function useSaveNote({ id }: Person) {
  const [published] = useState(() => rememberedSwitch(`has-published:${id}`, 'yes'));
  const isKnown = useRememberedSwitch(published);
  const { reviewsFirst } = useSiteSettings();
  const note = reviewsFirst
    ? 'Save publishes it. The first texts of a new account are read by a reviewer before others see them.'
    : 'Save publishes it for everyone.';
  return { note: isKnown ? undefined : note, noteKnown: () => published.set(true) };
}

interface AddBlogProps {
  readonly person: Person;
  readonly draftKey: string;
  /** The server's draft, where known. */
  readonly draft: Draft | null;
  readonly pictureUploader: PictureUploader;
}

/** Puts the draft's key into the address, so that a reload continues it, without a router navigation. */
function useDraftInAddress(draftKey: string, isWritten: boolean): void {
  useEffect(() => {
    const address = paths.addBlog.to({ draft: draftKey });
    if (isWritten) window.history.replaceState(window.history.state, '', address);
  }, [draftKey, isWritten]);
}

export function AddBlog({ person, draftKey, draft, pictureUploader }: AddBlogProps) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { note, noteKnown } = useSaveNote(person);

  const editor = useBlogEditor({
    personId: person.id,
    target: draftKey,
    text: emptyText,
    baseTag: null,
    opensLast: true,
    draft,
    failureText: 'Failed to add blog',
    async publish({ text, revision, name, signal }, keeper) {
      const body = { ...text, ...(revision && { draft: { key: draftKey, revision } }) };
      const headers = { 'idempotency-key': name };
      const { body: blog } = await call(queries, addBlog, { body }, { headers, signal });
      noteKnown();
      keeper.settled(emptyText);
      editor.showKept();
      if (blog.held) {
        void showToast({ text: savedUnderHold(blog.held) });
        await navigate(paths.myWriting.to({ list: 'published' }), { viewTransition: true });
        return;
      }
      void showToast({
        text: 'Blog added successfully!',
        action: { label: 'View post', onClick: () => void navigate(paths.blog.to(blog._id)) },
      });
      void queries.invalidateQueries({ queryKey: blogsKey });
      await navigate(paths.home.to(), { viewTransition: true });
    },
  });
  const { keeper, state, writtenOn, shown } = editor;
  useDraftInAddress(draftKey, state.status !== 'none' && !isSameText(keeper.text, emptyText));
  useScrollRestoration({ personId: person.id, draftKey, keeper, shown, writtenOn });

  return (
    <>
      <WasPublished draftKey={draftKey} />
      <BlogForm
        editor={editor}
        submitLabel="Save"
        pendingLabel="Saving..."
        submitNote={note}
        parts={parts}
        pictureUploader={pictureUploader}
      />
      <Parts>
        <SideSection title="When it is shared">
          <CardOnDemand control={editor.form.control} id={draftKey} />
        </SideSection>
        <PublishLater keeper={editor.keeper} draftKey={draftKey} check={editor.check} />
        <SideSection title="History">
          <EarlierTexts
            history={historyOfDraft(draftKey)}
            nothing="There are no earlier texts yet: one is kept every ten minutes of writing, and before much is taken away."
            onRestore={(text) => {
              keeper.replace(text);
              editor.showKept();
              editor.form.setFocus('title');
            }}
          />
        </SideSection>
        <PreviewLink keeper={keeper} draftKey={draftKey} />
      </Parts>
    </>
  );
}
