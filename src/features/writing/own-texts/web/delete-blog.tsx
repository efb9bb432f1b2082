import { useState } from 'react';
import { Problem } from '../../../../platform/contract/problems.ts';
import { Button } from '../../../../platform/web/ui/button.tsx';
import { useSingleFlight } from '../../../../platform/web/use-single-flight.ts';
import { titleNotConfirmed } from '../contract.ts';

interface DeleteBlogProps {
  /** Rejects with the server's problem. */
  readonly onDelete: () => Promise<void>;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Problem)) return 'Failed to delete blog.';
  return error.code === titleNotConfirmed.code
    ? 'The title has been changed elsewhere since you opened this page. Please load it anew.'
    : error.message;
}

/** Removes the blog at once; the person can undo it. */
export function DeleteBlog({ onDelete }: DeleteBlogProps) {
  const [error, setError] = useState<string>();
  const { isPending, run } = useSingleFlight(async () => {
    setError(undefined);
    await onDelete().catch((reason: unknown) => setError(reasonOf(reason)));
  });
  return (
    <>
      <p className="mb-4 max-w-measure text-soft">
        The blog goes at once, with its comments and its history. You can undo that.
      </p>
      <Button look="danger" aria-disabled={isPending} onClick={() => void run()}>
        {isPending ? 'Deleting...' : 'Delete this blog'}
      </Button>
      <p role="alert" className="mt-3 text-bad empty:hidden">
        {error}
      </p>
    </>
  );
}
