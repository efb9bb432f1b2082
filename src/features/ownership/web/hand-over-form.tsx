import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../../platform/web/api.ts';
import { errorMessageOf } from '../../../platform/web/error-message.ts';
import { ErrorNote } from '../../../platform/web/ui/error-note.tsx';
import { TextField } from '../../../platform/web/ui/forms/field.tsx';
import { SubmitButton } from '../../../platform/web/ui/forms/submit-button.tsx';
import { showToast } from '../../../platform/web/ui/toasts/toasts.tsx';
import { useSingleFlight } from '../../../platform/web/use-single-flight.ts';
import { handOver, type ImportedAuthor } from '../contract.ts';
import { ownershipKey } from './ownership-queries.ts';

/** The id at the end of a blog's address. */
function blogIdOf(address: string): string {
  const [path = ''] = address.trim().split(/[?#]/, 1);
  return path.split('/').filter(Boolean).at(-1) ?? '';
}

interface HandOverFormProps {
  readonly author: ImportedAuthor;
  readonly onDone: () => void;
}

/** Gives an account all texts of an imported author, or one blog. */
export function HandOverForm({ author: { id: authorId, name }, onDone }: HandOverFormProps) {
  const queries = useQueryClient();
  const [email, setEmail] = useState('');
  const [blog, setBlog] = useState('');
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState<string>();

  const { isPending, run } = useSingleFlight(async () => {
    const blogId = blog.trim() === '' ? null : blogIdOf(blog);
    const read = handOver.body.safeParse({ authorId, email, blogId });
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
        onChange={({ target }) => setBlog(target.value)}
      />
      {failure !== undefined && <ErrorNote>{failure}</ErrorNote>}
      <div>
        <SubmitButton look="outline" isPending={isPending} pendingLabel="Handing over...">
          Hand over
        </SubmitButton>
      </div>
    </form>
  );
}
