import { Button, buttonClass } from '../../../platform/web/ui/button.tsx';
import { Moment } from '../../../platform/web/ui/moment.tsx';
import type { Message } from '../contract/manage.ts';
import type { MessageActions } from './use-message-actions.ts';

const forwarding: Readonly<Record<Message['forwarded'], string>> = {
  none: '',
  waiting: 'To be sent on',
  sent: 'Sent on',
  failed: 'Could not be sent on',
};

/** A `mailto:` link that opens the reply in the owner's mail program. */
function answerLink({ email, name, message }: Message): string {
  const quoted = message.split('\n').map((line) => `> ${line}`);
  const body = `\n\n${name} wrote:\n${quoted.slice(0, 30).join('\n')}`;
  const query = `subject=${encodeURIComponent('Your message')}&body=${encodeURIComponent(body)}`;
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}?${query}`;
}

interface MessageItemProps {
  readonly message: Message;
  readonly actions: MessageActions;
}

/** A message to the site, with its actions. */
export function MessageItem({ message, actions }: MessageItemProps) {
  const { id, name, email, createdAt, isRead, forwarded } = message;
  return (
    <li className="border-b border-rule py-5">
      <h2 className="font-display text-xl font-medium wrap-anywhere" dir="auto">
        {name}
        {!isRead && <span className="ml-3 font-sans text-sm font-semibold text-ink">Unread</span>}
      </h2>
      <ul className="mt-1 flex flex-wrap gap-x-5 text-sm text-soft">
        <li className="wrap-anywhere">{email}</li>
        <li>
          <Moment at={createdAt} />
        </li>
        {forwarding[forwarded] !== '' && <li>{forwarding[forwarded]}</li>}
      </ul>
      <p dir="auto" className="mt-3 max-w-measure whitespace-pre-line wrap-anywhere">
        {message.message}
      </p>
      <div className="mt-3 flex flex-wrap gap-x-5">
        <a
          href={answerLink(message)}
          data-item
          aria-label={`Answer ${name}`}
          className={buttonClass({ look: 'plain', size: 'small' })}
        >
          Answer
        </a>
        <Button
          look="plain"
          size="small"
          aria-label={`Mark as ${isRead ? 'unread' : 'read'}: ${name}`}
          aria-disabled={actions.isPending}
          onClick={() => actions.mark(id, !isRead)}
        >
          {isRead ? 'Mark as unread' : 'Mark as read'}
        </Button>
        <Button
          look="plain"
          size="small"
          aria-label={`Delete: ${name}`}
          aria-disabled={actions.isPending}
          onClick={() => actions.remove(id)}
        >
          Delete
        </Button>
      </div>
    </li>
  );
}
