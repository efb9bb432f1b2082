import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Person } from '../../../identity/person.ts';
import { Problem } from '../../../platform/contract/problems.ts';
import { call } from '../../../platform/web/api.ts';
import { Button } from '../../../platform/web/ui/button.tsx';
import { ErrorNote } from '../../../platform/web/ui/error-note.tsx';
import { ScriptNote } from '../../../platform/web/ui/script-note.tsx';
import { useSingleFlight } from '../../../platform/web/use-single-flight.ts';
import { claimSite } from '../contract/claim.ts';

interface ClaimFormProps {
  /** The code of the link that opened the page. */
  readonly readCode: () => string;
  readonly viewer: Person;
  readonly onOwned: () => void;
}

/** Makes the viewer the owner; shows first which account that is. */
export function ClaimForm({ readCode, viewer, onOwned }: ClaimFormProps) {
  const queries = useQueryClient();
  const [failure, setFailure] = useState<string>();

  const { isPending, run } = useSingleFlight(async () => {
    setFailure(undefined);
    try {
      await call(queries, claimSite, { body: { code: readCode() } });
    } catch (error) {
      const isShown = error instanceof Problem && error.status < 500;
      setFailure(isShown ? error.message : 'That did not work. Please try again.');
      return;
    }
    onOwned();
  });

  return (
    <div className="grid max-w-measure gap-6">
      <p>
        You are signed in as <strong className="wrap-anywhere">{viewer.displayName}</strong> (
        <span className="wrap-anywhere">{viewer.email}</span>). To make another account the owner,
        log out first and sign in with it.
      </p>
      {failure !== undefined && <ErrorNote>{failure}</ErrorNote>}
      <ScriptNote todo="own the site" />
      <div className="noscript:hidden">
        <Button look="primary" aria-disabled={isPending} onClick={run}>
          Become the owner
        </Button>
      </div>
    </div>
  );
}
