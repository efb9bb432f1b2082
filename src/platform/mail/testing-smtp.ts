import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';

/** An SMTP reply, by its code or whole, no reply at all, or a closed connection. */
export type SmtpFault = number | `${number} ${string}` | 'hang' | 'close';

/** How a mail server misbehaves at present; a step without an entry succeeds. */
export interface SmtpFaults {
  greeting?: SmtpFault;
  mailFrom?: SmtpFault;
  rcptTo?: SmtpFault;
  /** By recipient, ahead of `rcptTo`. */
  rcpt?: Readonly<Record<string, SmtpFault>>;
  /** In place of the reply to the complete message. */
  end?: SmtpFault;
  /** Called when the complete message has arrived, before the reply. */
  onTaking?: () => void;
}

type Done = (error?: Error | null) => void;

/** An SMTP server that fails on demand; `taken` lists the recipients of the messages it accepted. */
export async function openMailServer(temper: SmtpFaults = {}) {
  const taken: string[] = [];
  const sockets = new Set<{ destroy(): void }>();

  function answer(trouble: SmtpFault | undefined, done: Done): void {
    if (trouble === undefined) done();
    else if (trouble === 'close') for (const socket of sockets) socket.destroy();
    else if (trouble !== 'hang') {
      const [code = '', ...words] = `${trouble}`.split(' ');
      const text = words.length > 0 ? words.join(' ') : 'no';
      done(Object.assign(new Error(text), { responseCode: Number(code) }));
    }
  }

  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 10,
    onConnect: (_session, done) => answer(temper.greeting, done),
    onMailFrom: (_address, _session, done) => answer(temper.mailFrom, done),
    onRcptTo: ({ address }, _session, done) =>
      answer(temper.rcpt?.[address] ?? temper.rcptTo, done),
    onData(stream, { envelope }, done) {
      stream.resume();
      stream.once('end', () => {
        if (temper.end === undefined) taken.push(...envelope.rcptTo.map(({ address }) => address));
        temper.onTaking?.();
        answer(temper.end, done);
      });
    },
  });
  smtp.on('error', () => {});
  const server = smtp.listen(0, '127.0.0.1');
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await once(server, 'listening');
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  return {
    mail: { smtpUrl: `smtp://127.0.0.1:${port}`, from: 'hub@example.org' },
    taken,
    temper,
    close: () => new Promise<void>((resolve) => smtp.close(() => resolve())),
  };
}
