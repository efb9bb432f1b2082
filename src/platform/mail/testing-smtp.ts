import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';

/** A code that it answers with, no answer at all, or an end of the connection. */
export type Trouble = number | 'hang' | 'close';

/** What a mail server is like at this moment; each part is as it should be unless told. */
export interface Temper {
  greeting?: Trouble;
  mailFrom?: Trouble;
  rcptTo?: Trouble;
  /** By recipient. */
  rcpt?: Readonly<Record<string, Trouble>>;
  /** In the place of the answer to all of a letter. */
  end?: Trouble;
  /** All of a letter has come, and it is about to be taken. */
  onTaking?: () => void;
}

type Done = (error?: Error | null) => void;

/** A mail server that can be moody, and tells whose letters it has taken. */
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
