import type { QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../platform/web/ui/button.tsx';
import { TextField } from '../../../platform/web/ui/forms/field.tsx';
import { useModerationActions } from './use-moderation-actions.ts';

interface AllOfPersonProps {
  readonly person: {
    readonly id: string;
    readonly name: string;
    readonly hidden: {
      readonly batch: string;
      readonly count: number;
      readonly reason: string;
    } | null;
  };
  /** The default reason. */
  readonly reason: string;
  /** Whether the person has visible texts. */
  readonly hasTexts: boolean;
  /** Whether the field for a reason is shown. */
  readonly isAlone: boolean;
  /** The key of queries that show the number of visible texts. */
  readonly outdates: QueryKey;
}

/** Hides all texts of a person, or restores them. */
export function AllOfPerson({ person, reason, hasTexts, isAlone, outdates }: AllOfPersonProps) {
  const { isPending, hideAll, showAll } = useModerationActions(outdates);
  const [given, setGiven] = useState(reason);
  const { name, hidden } = person;
  return (
    <>
      {hasTexts && (
        <Button
          size="small"
          look="plain"
          aria-label={`Hide all by this person: ${name}`}
          aria-disabled={isPending}
          onClick={() => void hideAll(person, given)}
        >
          Hide all by this person
        </Button>
      )}
      {hidden && (
        <Button
          size="small"
          look="plain"
          aria-label={`Bring back the ${hidden.count} hidden together: ${name}`}
          aria-disabled={isPending}
          onClick={() => void showAll(person, hidden)}
        >
          {`Bring back the ${hidden.count.toLocaleString('en-US')} hidden together`}
        </Button>
      )}
      {hasTexts && isAlone && (
        <div className="mt-2 w-full">
          <TextField
            label="Reason for hiding, for its author and the log"
            value={given}
            maxLength={500}
            autoComplete="off"
            onChange={(event) => setGiven(event.target.value)}
          />
        </div>
      )}
    </>
  );
}
