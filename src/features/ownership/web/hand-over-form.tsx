import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../../platform/web/api.ts';
import { errorMessageOf } from '../../../platform/web/error-message.ts';
import { Button } from '../../../platform/web/ui/button.tsx';
import { ErrorNote } from '../../../platform/web/ui/error-note.tsx';
import { SelectField, TextField } from '../../../platform/web/ui/forms/field.tsx';
import { SubmitButton } from '../../../platform/web/ui/forms/submit-button.tsx';
import { showToast } from '../../../platform/web/ui/toasts/toasts.tsx';
import { useSingleFlight } from '../../../platform/web/use-single-flight.ts';
import { handOver, handOverInput, type ImportedAuthor } from '../contract.ts';
import { importedDraftsQuery, ownershipKey } from './ownership-queries.ts';

/** The id at the end of a blog's address. */
function blogIdOf(address: string): string {
  const [path = ''] = address.trim().split(/[?#]/, 1);
  return path.split('/').filter(Boolean).at(-1) ?? '';
}

interface DraftFieldProps {
  readonly authorId: string;
  readonly value: string;
  readonly onChange: (draft: string) => void;
}

/** The choice of one draft, which has no address that readers know. */
function DraftField({ authorId, value, onChange }: DraftFieldProps) {
  const { data, isError, refetch, hasNextPage, fetchNextPage, isFetching } = useInfiniteQuery(
    importedDraftsQuery(authorId),
  );
  if (isError && !data) {
    return <ErrorNote onRetry={() => refetch()}>The drafts could not be loaded.</ErrorNote>;
  }
  const drafts = data?.pages.flatMap((page) => page.drafts) ?? [];
  return (
    <>
      <SelectField
        label="One draft only"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      >
        <option value="">None</option>
        {drafts.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </SelectField>
      {hasNextPage && (
        <div>
          <Button size="small" aria-disabled={isFetching} onClick={() => void fetchNextPage()}>
            Show more drafts
          </Button>
        </div>
      )}
    </>
  );
}

interface HandOverFormProps {
  readonly author: ImportedAuthor;
  readonly onDone: () => void;
}

/** Gives an account all texts of an imported author, or one blog. */
export function HandOverForm({ author, onDone }: HandOverFormProps) {
  const { id: authorId, name, drafts } = author;
  const queries = useQueryClient();
  const [email, setEmail] = useState('');
  const [blog, setBlog] = useState('');
  const [draft, setDraft] = useState('');
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState<string>();

  const { isPending, run } = useSingleFlight(async () => {
    const blogId = draft || (blog.trim() === '' ? null : blogIdOf(blog));
    const read = handOverInput.safeParse({ authorId, email, blogId });
    setFailure(undefined);
    setError(read.error?.issues[0]?.message);
    if (!read.success) return;
    try {
      const { texts } = (await call(queries, handOver, { body: read.data })).body;
      void showToast({
        text: texts === 1 ? 'One text was handed over.' : `${texts} texts were handed over.`,
      });
      onDone();
    } catch (reason) {
      setFailure(errorMessageOf(reason));
    }
    await queries.invalidateQueries({ queryKey: ownershipKey });
  });

  return (
    <form
      method="dialog"
      noValidate
      aria-label={`Hand over what ${name} wrote`}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void run();
      }}
      className="mt-3 grid max-w-measure gap-4"
    >
      <TextField
        label="Email of the account"
        type="email"
        autoComplete="off"
        value={email}
        error={error}
        onChange={({ target }) => setEmail(target.value)}
      />
      <TextField
        label="One blog only"
        placeholder="/blog/…"
        hint="The address of the blog. Leave it empty to hand over all that this author wrote."
        autoComplete="off"
        value={blog}
        onChange={({ target }) => {
          setBlog(target.value);
          setDraft('');
        }}
      />
      {drafts > 0 && (
        <DraftField
          authorId={authorId}
          value={draft}
          onChange={(chosen) => {
            setDraft(chosen);
            setBlog('');
          }}
        />
      )}
      {failure !== undefined && <ErrorNote>{failure}</ErrorNote>}
      <div>
        <SubmitButton look="outline" isPending={isPending} pendingLabel="Handing over...">
          Hand over
        </SubmitButton>
      </div>
    </form>
  );
}
