import { useState } from 'react';
import { Problem } from '../../../../platform/contract/problems.ts';
import { Button } from '../../../../platform/web/ui/button.tsx';
import { useSingleFlight } from '../../../../platform/web/use-single-flight.ts';

interface BackToDraftProps {
  /** Rejects with the server's problem. */
  readonly onTakeBack: () => Promise<void>;
  /** Whether it becomes another author's draft. */
  readonly isOfOthers?: boolean;
}

/** Error message for a failure to unpublish a blog. */
export function reasonOf(error: unknown): string {
  return error instanceof Problem
    ? error.message
    : 'That did not work. Nothing was lost; please try again.';
}

/** Unpublishes the blog at once; the person can undo it. */
export function BackToDraft({ onTakeBack, isOfOthers = false }: BackToDraftProps) {
  const [error, setError] = useState<string>();
  const { isPending, run } = useSingleFlight(async () => {
    setError(undefined);
    await onTakeBack().catch((reason: unknown) => setError(reasonOf(reason)));
  });
  return (
    <>
      <p className="mb-4 max-w-measure text-soft">
        The blog leaves the site at once and is a draft of {isOfOthers ? 'its author’s' : 'yours'}.
        Published again, it stands at the same address, with its date, its comments and its history.
      </p>
      <Button aria-disabled={isPending} onClick={() => void run()}>
        {isPending ? 'Taking it back…' : 'Back to draft'}
      </Button>
      <p role="alert" className="mt-3 text-bad empty:hidden">
        {error}
      </p>
    </>
  );
}
