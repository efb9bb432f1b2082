import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../platform/web/ui/button.tsx';
import { Moment } from '../../../platform/web/ui/moment.tsx';
import { outboxQuery } from './outbox-query.ts';
import { useOutboxActions } from './use-outbox-actions.ts';

/** Tells the owner of a restored site that e-mails to readers are held, and lets them release these. */
export function MailHold() {
  const { data } = useQuery(outboxQuery);
  const { isPending, release } = useOutboxActions();
  if (!data?.heldSince) return null;
  return (
    <div
      role="status"
      className="mb-8 grid justify-items-start gap-3 border-l-2 border-bad py-1 pl-4"
    >
      <p className="text-pretty">
        <strong>This site was restored from a backup, and sends nothing to readers:</strong> no
        newsletter, no news of comments, and none of what waited before. It has been so since{' '}
        <Moment at={data.heldSince} />. What somebody asks for now, such as a new password, is sent.
        If another copy of this site is running, leave it so.
      </p>
      <Button size="small" aria-disabled={isPending} onClick={release}>
        Send emails to readers again
      </Button>
    </div>
  );
}
