import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useRef, useState } from 'react';
import { Problem } from '../../../../platform/contract/problems.ts';
import { call } from '../../../../platform/web/api.ts';
import { Button } from '../../../../platform/web/ui/button.tsx';
import { TextField } from '../../../../platform/web/ui/field.tsx';
import { SubmitButton } from '../../../../platform/web/ui/submit-button.tsx';
import { useSingleFlight } from '../../../../platform/web/use-single-flight.ts';
import { deleteBlog } from '../../contract.ts';

interface DeleteBlogProps {
  readonly blogId: string;
  /** As it is published: what has to be typed. */
  readonly title: string;
  readonly onDeleted: () => Promise<void>;
}

/** Removes the blog for good, once its title has been typed. */
export function DeleteBlog({ blogId, title, onDeleted }: DeleteBlogProps) {
  const queries = useQueryClient();
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const headingId = useId();

  const { isPending, run } = useSingleFlight(async () => {
    const input = { params: { id: blogId }, query: { title: typed } };
    try {
      await call(queries, deleteBlog, input);
    } catch (reason) {
      setError(reason instanceof Problem ? reason.message : 'Failed to delete blog.');
      return;
    }
    dialog.current?.close();
    await onDeleted();
  });

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    void run();
  }

  return (
    <>
      <Button look="danger" onClick={() => dialog.current?.showModal()}>
        Delete this blog…
      </Button>
      <dialog
        ref={dialog}
        aria-labelledby={headingId}
        className="dialog"
        onClose={() => {
          setTyped('');
          setError(undefined);
        }}
      >
        <form
          method="dialog"
          noValidate
          onSubmit={onSubmit}
          className="grid gap-4 border-t-2 border-bad p-6 sm:p-8"
        >
          <h2 id={headingId} className="font-display text-2xl font-medium text-balance">
            Delete this blog?
          </h2>
          <p className="text-soft">
            “{title}” goes for good, with its comments and its history. Type the title to confirm.
          </p>
          <TextField
            label="Title of the blog"
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            error={error}
          />
          <div className="flex flex-wrap gap-3">
            <SubmitButton isPending={isPending} pendingLabel="Deleting...">
              Delete
            </SubmitButton>
            <Button onClick={() => dialog.current?.close()}>Cancel</Button>
          </div>
        </form>
      </dialog>
    </>
  );
}
