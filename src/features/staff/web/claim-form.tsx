import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { mayUse, type Person } from '../../../identity/person.ts';
import { paths } from '../../../paths.ts';
import { Problem } from '../../../platform/contract/problems.ts';
import { call } from '../../../platform/web/api.ts';
import { Button, ButtonLink } from '../../../platform/web/ui/button.tsx';
import { ErrorNote } from '../../../platform/web/ui/error-note.tsx';
import { ScriptNote } from '../../../platform/web/ui/script-note.tsx';
import { useFocusSuccessor } from '../../../platform/web/ui/use-focus-successor.ts';
import { useSingleFlight } from '../../../platform/web/use-single-flight.ts';
import { claimSite, ownedAlready } from '../contract/claim.ts';

interface ClaimFormProps {
  /** The code of the link that opened the page. */
  readonly readCode: () => string;
  readonly viewer: Person;
  readonly onOwned: () => void;
}

interface ClaimButtonProps {
  readonly isPending: boolean;
  readonly onClick: () => void;
}

/** Passes the focus to the link that replaces it. */
function ClaimButton({ isPending, onClick }: ClaimButtonProps) {
  const button = useFocusSuccessor('a');
  return (
    <Button ref={button} look="primary" aria-disabled={isPending} onClick={onClick}>
      Become the owner
    </Button>
  );
}

/** Makes the viewer the owner; shows first which account that is. */
export function ClaimForm({ readCode, viewer, onOwned }: ClaimFormProps) {
  const queries = useQueryClient();
  const [failure, setFailure] = useState<string>();
  const [isOwned, setIsOwned] = useState(false);

  const { isPending, run } = useSingleFlight(async () => {
    setFailure(undefined);
    try {
      await call(queries, claimSite, { body: { code: readCode() } });
    } catch (error) {
      setIsOwned(ownedAlready.is(error));
      const isShown = error instanceof Problem && error.status < 500;
      setFailure(isShown ? error.message : 'That did not work. Please try again.');
      return;
    }
    onOwned();
  });

  const way = mayUse('staff', viewer)
    ? { label: 'Go to Manage', to: paths.manage.to() }
    : { label: 'Back to Home', to: paths.home.to() };
  return (
    <div className="grid max-w-measure gap-6">
      {!isOwned && (
        <p>
          You are signed in as <strong className="wrap-anywhere">{viewer.displayName}</strong> (
          <span className="wrap-anywhere">{viewer.email}</span>). To make another account the owner,
          log out first and sign in with it.
        </p>
      )}
      {failure !== undefined && <ErrorNote>{failure}</ErrorNote>}
      <ScriptNote todo="own the site" />
      <div className="noscript:hidden">
        {isOwned ? (
          <ButtonLink look="primary" to={way.to}>
            {way.label}
          </ButtonLink>
        ) : (
          <ClaimButton isPending={isPending} onClick={run} />
        )}
      </div>
    </div>
  );
}
