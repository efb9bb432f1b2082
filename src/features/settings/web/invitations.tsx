import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Problem } from '../../../platform/contract/problems.ts';
import { call } from '../../../platform/web/api.ts';
import { Button } from '../../../platform/web/ui/button.tsx';
import { ErrorNote } from '../../../platform/web/ui/error-note.tsx';
import { TextField } from '../../../platform/web/ui/forms/field.tsx';
import { SubmitButton } from '../../../platform/web/ui/forms/submit-button.tsx';
import { Moment } from '../../../platform/web/ui/moment.tsx';
import { showToast } from '../../../platform/web/ui/toasts/toasts.tsx';
import { useSingleFlight } from '../../../platform/web/use-single-flight.ts';
import { daysMost, inviteSchema, labelMax, peopleMost } from '../contract/invitation-text.ts';
import { type Invitation, invite, revokeInvitation } from '../contract/invitations.ts';
import { invitationsQuery } from './settings-queries.ts';

const messageOf = (error: unknown) =>
  error instanceof Problem ? error.message : 'The site could not be reached.';

async function copy(link: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(link);
    void showToast({ text: 'The link has been copied.' });
  } catch {
    void showToast({ text: 'The link could not be copied. Please select it.', tone: 'bad' });
  }
}

/** A new link, shown once: the site only stores a hash of its token. */
function NewLink({ link }: { readonly link: string }) {
  return (
    <div role="status" className="grid gap-2 border-l-2 border-good pl-4">
      <p>The invitation is made. Send this link now: it isn't shown again.</p>
      <p className="font-mono text-sm wrap-anywhere select-all">{link}</p>
      <div>
        <Button size="small" onClick={() => copy(link)}>
          Copy
        </Button>
      </div>
    </div>
  );
}

const stateTexts: Readonly<Record<Invitation['state'], string>> = {
  open: 'open',
  used: 'used up',
  over: 'over',
  revoked: 'taken back',
};

interface InvitationItemProps {
  readonly invitation: Invitation;
  readonly onRevoke: (id: string) => void;
}

function InvitationItem({ invitation, onRevoke }: InvitationItemProps) {
  const { id, label, state, peopleCame, peopleMax, people, endsAt, by } = invitation;
  const names = people.map(({ name }) => name).join(', ');
  return (
    <li className="grid justify-items-start gap-1">
      <span className="font-semibold wrap-anywhere">{label}</span>
      <span className="text-sm text-soft">
        {stateTexts[state]}: {peopleCame} of {peopleMax} came
        {names && ` (${names})`}
      </span>
      <span className="text-sm text-faint">
        until <Moment at={endsAt} />
        {by && `, by ${by}`}
      </span>
      {state === 'open' && (
        <Button
          look="danger"
          size="small"
          aria-label={`Take back: ${label}`}
          onClick={() => onRevoke(id)}
        >
          Take back
        </Button>
      )}
    </li>
  );
}

/** The invitation links, and who signed up by each. */
export function Invitations() {
  const queries = useQueryClient();
  const { data: all = [] } = useQuery(invitationsQuery());
  const [typed, setTyped] = useState({ label: '', peopleMax: '1', days: '14' });
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<string>();
  const [link, setLink] = useState<string>();
  const refresh = () => queries.invalidateQueries({ queryKey: invitationsQuery().queryKey });

  const { isPending, run } = useSingleFlight(async () => {
    setFailure(undefined);
    const read = inviteSchema.safeParse(typed);
    const issues = read.error?.issues ?? [];
    setErrors(Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message])));
    if (!read.success) return;
    try {
      setLink((await call(queries, invite, { body: read.data })).body.link);
      setTyped({ ...typed, label: '' });
      await refresh();
    } catch (error) {
      setFailure(messageOf(error));
    }
  });

  async function revoke(id: string): Promise<void> {
    setFailure(undefined);
    try {
      await call(queries, revokeInvitation, { params: { id } });
    } catch (error) {
      setFailure(messageOf(error));
    }
    await refresh();
  }

  const fieldOf = (name: keyof typeof typed) => ({
    value: typed[name],
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) =>
      setTyped((before) => ({ ...before, [name]: target.value })),
  });
  return (
    <div className="grid gap-6">
      <form
        method="dialog"
        noValidate
        id="invite"
        aria-label="New invitation"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void run();
        }}
        className="grid gap-4 noscript:hidden"
      >
        <TextField
          {...fieldOf('label')}
          label="Whom it is for"
          maxLength={labelMax}
          autoComplete="off"
        />
        <div className="grid grid-cols-2 items-start gap-4">
          <TextField
            {...fieldOf('peopleMax')}
            label="People"
            type="number"
            min={1}
            max={peopleMost}
          />
          <TextField {...fieldOf('days')} label="Days" type="number" min={1} max={daysMost} />
        </div>
        {failure !== undefined && <ErrorNote>{failure}</ErrorNote>}
        <div>
          <SubmitButton look="outline" isPending={isPending} pendingLabel="Making it...">
            Make a link
          </SubmitButton>
        </div>
      </form>
      {link !== undefined && <NewLink link={link} />}
      {all.length > 0 && (
        <ul className="grid gap-5">
          {all.map((invitation) => (
            <InvitationItem key={invitation.id} invitation={invitation} onRevoke={revoke} />
          ))}
        </ul>
      )}
    </div>
  );
}
