import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { onTestFinished } from 'vitest';

export interface ReceivedEmail {
  readonly to: readonly string[];
  readonly subject: string;
  /** The whole message, with quoted-printable decoded. */
  readonly source: string;
  /** The first link in the e-mail. */
  readonly link: URL;
  /** The token in the fragment of that link. */
  readonly token: string;
}

export interface Mailbox {
  readonly smtpUrl: string;
  /** Takes the next unread e-mail, with this text in its subject if one is given; waits for it if needed. */
  next(subject?: string): Promise<ReceivedEmail>;
  /** E-mails that have arrived but haven't been read. */
  readonly unread: readonly ReceivedEmail[];
}

function read(to: readonly string[], source: string): ReceivedEmail {
  // Quoted-printable: soft line breaks, and "=" as "=3D".
  const plain = source.replace(/=\r?\n/g, '').replaceAll('=3D', '=');
  const link = new URL(/https?:\/\/\S+/.exec(plain)?.[0] ?? '');
  const subject = /^Subject: (.*)$/im.exec(plain)?.[1]?.trim() ?? '';
  return {
    to,
    subject,
    source: plain,
    link,
    token: new URLSearchParams(link.hash.slice(1)).get('token') ?? '',
  };
}

/** Starts a real SMTP server that keeps the e-mails it gets. */
export async function startMailbox(): Promise<Mailbox> {
  const unread: ReceivedEmail[] = [];
  const waiting: { subject: string; take: (message: ReceivedEmail) => void }[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      text(stream).then((source) => {
        const message = read(
          session.envelope.rcptTo.map(({ address }) => address),
          source,
        );
        const place = waiting.findIndex(({ subject }) => message.subject.includes(subject));
        if (place >= 0) waiting.splice(place, 1)[0]?.take(message);
        else unread.push(message);
        done();
      }, done);
    },
  });
  const server = smtp.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  onTestFinished(() => new Promise<void>((resolve) => smtp.close(() => resolve())));
  return {
    smtpUrl: `smtp://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : ''}`,
    unread,
    next(subject = '') {
      const place = unread.findIndex((message) => message.subject.includes(subject));
      const [message] = place >= 0 ? unread.splice(place, 1) : [];
      return message
        ? Promise.resolve(message)
        : new Promise((take) => waiting.push({ subject, take }));
    },
  };
}

/** The mail settings of a site that sends its e-mails to the mailbox. */
export function mailTo({ smtpUrl }: Mailbox) {
  return { smtpUrl, from: 'The Content Hub <hub@example.org>' };
}
