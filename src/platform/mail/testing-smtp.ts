import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';

/** A status code to answer with, no answer, or a closed connection. */
export type Trouble = number | 'hang' | 'close';

/** Failures that the mail server simulates; without one it works normally. */
export interface Temper {
  greeting?: Trouble;
  mailFrom?: Trouble;
  rcptTo?: Trouble;
  /** By recipient address. */
  rcpt?: Readonly<Record<string, Trouble>>;
  /** Instead of the answer to a complete e-mail. */
  end?: Trouble;
  /** Called when a complete e-mail has arrived, before the answer. */
  onTaking?: () => void;
}

type Done = (error?: Error | null) => void;

/** A mail server with configurable failures that records the recipients of accepted e-mails. */
export async function openMailServer(temper: Temper = {}) {
  const taken: string[] = [];
  const sockets = new Set<{ destroy(): void }>();

  function answer(trouble: Trouble | undefined, done: Done): void {
    if (trouble === undefined) done();
    else if (trouble === 'close') for (const socket of sockets) socket.destroy();
    else if (trouble !== 'hang') done(Object.assign(new Error('no'), { responseCode: trouble }));
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
