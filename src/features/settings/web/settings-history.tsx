import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Problem } from '../../../platform/contract/problems.ts';
import { call } from '../../../platform/web/api.ts';
import { Button } from '../../../platform/web/ui/button.tsx';
import { ErrorNote } from '../../../platform/web/ui/error-note.tsx';
import { Moment } from '../../../platform/web/ui/moment.tsx';
import { useSingleFlight } from '../../../platform/web/use-single-flight.ts';
import { confirmationNeeded, restoreSettings, type SettingsState } from '../contract/settings.ts';
import { settingTitles } from '../contract/settings-text.ts';
import { type FactorQuestion, factorQuestion } from './factor-question.ts';
import { settingsStatesQuery } from './settings-queries.ts';

interface SettingsHistoryProps {
  /** The current version, as far as this page knows. */
  readonly version: number;
  readonly onSaved: () => void;
  readonly confirmFactor: (question: FactorQuestion) => ReactNode;
}

function whatOf({ changed, restoredFrom }: SettingsState): string {
  const names = changed.map((name) => settingTitles[name]).join(', ');
  if (restoredFrom === null) return names;
  const where = restoredFrom === 0 ? 'how the site was made' : `state ${restoredFrom}`;
  return `back to ${where}: ${names}`;
}

/** The versions of the settings, each of which can be restored. */
export function SettingsHistory({ version, onSaved, confirmFactor }: SettingsHistoryProps) {
  const queries = useQueryClient();
  const { data: states = [] } = useQuery(settingsStatesQuery());
  const [failure, setFailure] = useState<string>();
  /** The state to restore once the owner has confirmed it. */
  const [asked, setAsked] = useState<number>();

  async function restore(to: number, password?: string): Promise<void> {
    await call(queries, restoreSettings, { body: { version, to, password } });
    onSaved();
  }

  const { isPending, run } = useSingleFlight(async (to: number) => {
    setFailure(undefined);
    try {
      await restore(to);
    } catch (error) {
      if (confirmationNeeded.is(error)) setAsked(to);
      else setFailure(error instanceof Problem ? error.message : 'The site could not be reached.');
    }
  });

  if (states.length === 0) {
    return <p className="text-soft">Nothing has been changed yet.</p>;
  }
  const before = states[1]?.version ?? 0;
  return (
    <div className="grid gap-4">
      {failure !== undefined && <ErrorNote>{failure}</ErrorNote>}
      <ol className="grid gap-4">
        {states.map((state, index) => (
          <li key={state.version} className="grid justify-items-start gap-1">
            <span className="text-sm text-faint">
              {state.version}. <Moment at={state.savedAt} />, {state.by ?? 'somebody who has left'}
            </span>
            <span className="wrap-anywhere">{whatOf(state)}</span>
            {index === 0 ? (
              <Button size="small" aria-disabled={isPending} onClick={() => run(before)}>
                Undo
              </Button>
            ) : (
              <Button
                look="plain"
                size="small"
                aria-disabled={isPending}
                aria-label={`Go back to this, state ${state.version}`}
                onClick={() => run(state.version)}
              >
                Go back to this
              </Button>
            )}
          </li>
        ))}
      </ol>
      <div>
        <Button look="plain" size="small" aria-disabled={isPending} onClick={() => run(0)}>
          Go back to how the site was made
        </Button>
      </div>
      {asked !== undefined &&
        confirmFactor({
          ...factorQuestion,
          onConfirm: (password) => restore(asked, password),
          onClose: () => setAsked(undefined),
        })}
    </div>
  );
}
