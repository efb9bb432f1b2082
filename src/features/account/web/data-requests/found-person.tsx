import { useState } from 'react';
import { Link } from 'react-router';
import { isStaff } from '../../../../identity/person.ts';
import { paths } from '../../../../paths.ts';
import { Button } from '../../../../platform/web/ui/button.tsx';
import { Moment } from '../../../../platform/web/ui/moment.tsx';
import { textLink } from '../../../../platform/web/ui/text-link.ts';
import { keepsOrder, type PersonData } from '../../contract/data-requests.ts';
import { RequestDialog } from './request-dialog.tsx';

/** Names of the parts of a file; others are shown by their own name. */
const parts: Readonly<Record<string, readonly [one: string, many: string]>> = {
  messages: ['message of the contact form', 'messages of the contact form'],
  newsletter: ['subscription to the newsletter', 'subscriptions to the newsletter'],
  emails: ['email that waits', 'emails that wait'],
  'imported-author': ['address of an imported author', 'addresses of imported authors'],
};

interface FoundPersonProps {
  readonly email: string;
  readonly data: PersonData;
  /** Whether the owner has a password to confirm with. */
  readonly hasPassword: boolean;
  readonly onChanged: () => Promise<void>;
}

function Account({ account }: { readonly account: PersonData['account'] }) {
  if (!account) return <li>No account</li>;
  const { id, name, since, isSuspended, endsAt } = account;
  return (
    <li className="wrap-anywhere">
      An account:{' '}
      <Link to={paths.managePeople.to({ search: id })} className={textLink}>
        <bdi>{name}</bdi>
      </Link>
      , since <Moment at={since} />
      {isSuspended && ', suspended'}
      {endsAt !== null && (
        <>
          , deleted: gone for good <Moment at={endsAt} />
        </>
      )}
    </li>
  );
}

/** The data stored for an address, with its actions. */
export function FoundPerson({ email, data, hasPassword, onChanged }: FoundPersonProps) {
  const [asked, setAsked] = useState<'export' | 'erase'>();
  const { account } = data;
  const kept = data.kept.filter(({ count }) => count > 0);
  const isNothing = !account && kept.length === 0;
  const mayAct = !isNothing && !(account && isStaff(account));
  return (
    <section aria-label={email} className="mt-10 max-w-measure border-t border-rule pt-6">
      <h2 className="font-display text-xl font-medium wrap-anywhere">{email}</h2>
      {isNothing ? (
        <p className="mt-3">Nothing is kept under this address.</p>
      ) : (
        <ul className="mt-3 grid gap-1">
          <Account account={account} />
          {kept.map(({ name, count }) => {
            const [one, many] = parts[name] ?? [name, name];
            return (
              <li key={name}>
                {count.toLocaleString('en-US')} {count === 1 ? one : many}
              </li>
            );
          })}
        </ul>
      )}
      {account && isStaff(account) && <p className="mt-4 text-soft">{keepsOrder.message}</p>}
      {mayAct && (
        <div className="mt-6 flex flex-wrap gap-3">
          <Button onClick={() => setAsked('export')}>Download all of it</Button>
          <Button onClick={() => setAsked('erase')}>Delete it</Button>
        </div>
      )}
      {asked && (
        <RequestDialog
          kind={asked}
          email={email}
          hasAccount={account !== null}
          hasPassword={hasPassword}
          onDone={onChanged}
          onClose={() => setAsked(undefined)}
        />
      )}
    </section>
  );
}
