import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { onTestFinished } from 'vitest';

export interface ReceivedLetter {
  readonly to: readonly string[];
  readonly subject: string;
  /** The whole message, as sent. */
  readonly source: string;
  /** The link in the e-mail. */
  readonly link: URL;
  /** The token of that link. */
  readonly token: string;
}

export interface Mailbox {
  readonly smtpUrl: string;
  /** The next unread e-mail, with this subject if one is given; waits for it to arrive. */
  next(subject?: string): Promise<ReceivedLetter>;
  /** Unread e-mails. */
  readonly unread: readonly ReceivedLetter[];
}

function read(to: readonly string[], source: string): ReceivedLetter {
  // Decodes the parts of quoted-printable that matter: soft line breaks and "=".
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

/** A real SMTP server that stores the e-mails it receives. */
export async function startMailbox(): Promise<Mailbox> {
  const unread: ReceivedLetter[] = [];
  const waiting: { subject: string; take: (letter: ReceivedLetter) => void }[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      text(stream).then((source) => {
        const letter = read(
          session.envelope.rcptTo.map(({ address }) => address),
          source,
        );
        const place = waiting.findIndex(({ subject }) => letter.subject.includes(subject));
        if (place >= 0) waiting.splice(place, 1)[0]?.take(letter);
        else unread.push(letter);
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
      const place = unread.findIndex((letter) => letter.subject.includes(subject));
      const [letter] = place >= 0 ? unread.splice(place, 1) : [];
      return letter
        ? Promise.resolve(letter)
        : new Promise((take) => waiting.push({ subject, take }));
    },
  };
}

/** A site's settings for sending e-mails to this mailbox. */
export function mailTo({ smtpUrl }: Mailbox) {
  return { smtpUrl, from: 'The Content Hub <hub@example.org>' };
}
