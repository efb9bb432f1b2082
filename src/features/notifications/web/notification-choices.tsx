import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { call } from '../../../platform/web/api.ts';
import { errorMessageOf } from '../../../platform/web/error-message.ts';
import { ErrorNote } from '../../../platform/web/ui/error-note.tsx';
import { SwitchField } from '../../../platform/web/ui/forms/switch-field.tsx';
import { showToast } from '../../../platform/web/ui/toasts/toasts.tsx';
import { FormSkeleton } from '../../../platform/web/ui/waiting.tsx';
import { useSingleFlight } from '../../../platform/web/use-single-flight.ts';
import { type Choice, chooseNotifications } from '../contract.ts';
import { type Kind, kinds } from '../kinds.ts';
import { choicesQuery } from './notification-queries.ts';

const labels: Readonly<Record<Kind, string>> = {
  comment: 'Comments on my blogs',
  reply: 'Replies to my comments',
  decision: 'What is decided about my texts',
  blog: 'New blogs by authors I follow',
};

/** The frequency of e-mails of a kind. */
const emailHintOf = (kind: Kind) =>
  kind === 'blog' ? 'At most one email a day.' : 'At most one email every 15 minutes.';

type Change = Pick<Choice, 'kind'> & { readonly here?: boolean; readonly email?: boolean };

interface KindChoiceProps {
  readonly choice: Choice;
  readonly canSend: boolean;
  /** The switch for e-mails about comments, which have their own settings. */
  readonly commentEmail: ReactNode;
  readonly isPending: boolean;
  readonly onChange: (change: Change) => void;
}

function KindChoice({ choice, canSend, commentEmail, isPending, onChange }: KindChoiceProps) {
  const { kind, here, email } = choice;
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-display text-lg font-medium">{labels[kind]}</legend>
      <SwitchField
        label="On this site"
        checked={here}
        aria-disabled={isPending}
        onChange={({ target }) => onChange({ kind, here: target.checked })}
      />
      {canSend && email === null && commentEmail}
      {canSend && email !== null && (
        <SwitchField
          label="By email"
          hint={emailHintOf(kind)}
          checked={email}
          aria-disabled={isPending}
          onChange={({ target }) => onChange({ kind, email: target.checked })}
        />
      )}
    </fieldset>
  );
}

/** The member's choice of notifications, on the site and by e-mail. */
export function NotificationChoices({ commentEmail }: Pick<KindChoiceProps, 'commentEmail'>) {
  const queries = useQueryClient();
  const { data, isError, refetch } = useQuery(choicesQuery());
  const [failure, setFailure] = useState<string>();

  const { isPending, run } = useSingleFlight(async (change: Change) => {
    setFailure(undefined);
    try {
      const { body } = await call(queries, chooseNotifications, { body: change });
      queries.setQueryData(
        choicesQuery().queryKey,
        (known) =>
          known && {
            ...known,
            choices: known.choices.map((choice) => (choice.kind === body.kind ? body : choice)),
          },
      );
      void showToast({ text: 'Saved.' });
    } catch (error) {
      setFailure(errorMessageOf(error));
    }
  });

  if (isError) {
    return <ErrorNote onRetry={() => refetch()}>Your choices could not be loaded.</ErrorNote>;
  }
  if (!data) return <FormSkeleton fields={kinds.length} />;
  return (
    <div className="grid gap-8">
      {failure !== undefined && <ErrorNote>{failure}</ErrorNote>}
      {data.choices.map((choice) => (
        <KindChoice
          key={choice.kind}
          choice={choice}
          canSend={data.canSend}
          commentEmail={commentEmail}
          isPending={isPending}
          onChange={(change) => void run(change)}
        />
      ))}
    </div>
  );
}
