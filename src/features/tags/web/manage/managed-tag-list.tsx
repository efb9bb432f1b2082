import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { blogsKey } from '../../../../blog/web/blog-queries.ts';
import { paths } from '../../../../paths.ts';
import { countWords } from '../../../../platform/text/count-words.ts';
import { call } from '../../../../platform/web/api.ts';
import { Button, ButtonLink } from '../../../../platform/web/ui/button.tsx';
import { ErrorNote } from '../../../../platform/web/ui/error-note.tsx';
import { EmptyState } from '../../../../platform/web/ui/lists/empty-state.tsx';
import { ListPaging } from '../../../../platform/web/ui/lists/list-paging.tsx';
import { ListSkeleton } from '../../../../platform/web/ui/lists/list-skeleton.tsx';
import { showToast } from '../../../../platform/web/ui/toasts/toasts.tsx';
import { deleteTag, type ManagedTag, mergeTag, renameTag } from '../../contract/manage.ts';
import { managedTagsKey, managedTagsQuery, type TagsAsked } from './managed-tags-query.ts';
import { TagDialog, type TagQuestion } from './tag-dialog.tsx';

interface TagItemProps {
  readonly tag: ManagedTag;
  readonly onRename: () => void;
  readonly onMerge: () => void;
  readonly onDelete: () => void;
}

function countOf({ blogs, texts }: ManagedTag): string {
  const shown = countWords(blogs, 'blog', 'blogs');
  return texts === blogs ? shown : `${shown}, ${texts - blogs} more not published`;
}

function TagItem({ tag, onRename, onMerge, onDelete }: TagItemProps) {
  const { name, blogs, texts } = tag;
  const nameId = `tag-${tag.tag}`;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b border-rule py-3">
      <div className="min-w-0">
        <p id={nameId} className="font-semibold wrap-anywhere">
          {blogs > 0 ? (
            <Link
              to={paths.tag.to(tag.tag)}
              className="underline decoration-accent underline-offset-4 hover:text-accent"
            >
              <bdi>{name}</bdi>
            </Link>
          ) : (
            <bdi>{name}</bdi>
          )}
        </p>
        <p className="text-sm text-soft">{countOf(tag)}</p>
      </div>
      <div className="flex flex-wrap gap-x-5">
        <Button size="small" look="plain" aria-describedby={nameId} onClick={onRename}>
          Rename
        </Button>
        <Button size="small" look="plain" aria-describedby={nameId} onClick={onMerge}>
          Merge
        </Button>
        {texts === 0 && (
          <Button size="small" look="plain" aria-describedby={nameId} onClick={onDelete}>
            Delete
          </Button>
        )}
      </div>
    </li>
  );
}

function NoTags({ search }: Pick<TagsAsked, 'search'>) {
  if (search === '') {
    const text = 'Authors can give their blogs tags as they write.';
    return <EmptyState drawing="sheet" title="No tags yet" text={text} />;
  }
  return (
    <EmptyState
      drawing="glass"
      title="No tag begins with this"
      text="It may have another name now."
      action={<ButtonLink to={paths.manageTags.to()}>Clear search</ButtonLink>}
    />
  );
}

/** One page of the tags, with the actions of staff. */
export function ManagedTagList({ request }: { readonly request: TagsAsked }) {
  const queries = useQueryClient();
  const { data, isError, refetch } = useQuery(managedTagsQuery(request));
  const [question, setQuestion] = useState<TagQuestion>();

  async function done(text: string): Promise<void> {
    await queries.invalidateQueries({ queryKey: managedTagsKey });
    await queries.invalidateQueries({ queryKey: blogsKey });
    void showToast({ text });
  }

  const askName = ({ tag, name }: ManagedTag) =>
    setQuestion({
      title: `Rename “${name}”?`,
      text: 'All blogs get the new name, many of them within a minute. Links to the old one lead to the new.',
      submitLabel: 'Rename',
      pendingLabel: 'Renaming...',
      label: 'New name',
      start: name,
      async work(given) {
        const named = await call(queries, renameTag, { params: { tag }, body: { name: given } });
        await done(`The tag is called “${named.body.name}” now.`);
      },
    });
  const askOther = ({ tag, name }: ManagedTag) =>
    setQuestion({
      title: `Merge “${name}” into another tag?`,
      text: 'All its blogs get the other tag in its place. Links to it lead to the other.',
      submitLabel: 'Merge',
      pendingLabel: 'Merging...',
      label: 'Merge into',
      known: data?.tags.flatMap((one) => (one.tag === tag ? [] : one.name)) ?? [],
      async work(into) {
        const other = await call(queries, mergeTag, { params: { tag }, body: { into } });
        await done(`“${name}” is part of “${other.body.name}” now.`);
      },
    });
  const askToDelete = ({ tag, name }: ManagedTag) =>
    setQuestion({
      title: `Delete “${name}”?`,
      text: 'No blog has it. Links to it, and to names that led to it, find nothing any more.',
      submitLabel: 'Delete',
      pendingLabel: 'Deleting...',
      isDanger: true,
      async work() {
        await call(queries, deleteTag, { params: { tag } });
        await done(`“${name}” is deleted.`);
      },
    });

  if (isError && !data) {
    return <ErrorNote onRetry={() => refetch()}>The tags could not be loaded.</ErrorNote>;
  }
  if (!data) return <ListSkeleton />;
  return (
    <>
      {data.tags.length === 0 ? (
        <NoTags search={request.search} />
      ) : (
        <ul className="border-t border-rule">
          {data.tags.map((tag) => (
            <TagItem
              key={tag.tag}
              tag={tag}
              onRename={() => askName(tag)}
              onMerge={() => askOther(tag)}
              onDelete={() => askToDelete(tag)}
            />
          ))}
        </ul>
      )}
      <ListPaging
        cursor={request.cursor}
        nextCursor={data.nextCursor}
        to={(next) => paths.manageTags.to({ search: request.search, cursor: next })}
      />
      {question && <TagDialog question={question} onClose={() => setQuestion(undefined)} />}
    </>
  );
}
