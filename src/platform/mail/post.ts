import type { Transporter } from 'nodemailer';

export interface MailLetter {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  /** Who gets the answer to it. */
  readonly replyTo?: { readonly name: string; readonly address: string };
  /** The part before the `@` of a name that the letter keeps, however often it is sent. */
  readonly name?: string;
  /** Ends letters of this kind for who gets it: by one press in a mail program (RFC 8058). */
  readonly unsubscribeUrl?: string;
  /** The list that it belongs to, for the rules of mail programs (RFC 2919). */
  readonly listId?: string;
}

/** What is known of a letter after it was to be sent. */
export type Delivery =
  | { readonly kind: 'sent' }
  /** The server answered no: it surely hasn't gone. */
  | {
      readonly kind: 'refused';
      /** Whether the answer will be the same later. */
      readonly isForGood: boolean;
      /** What was refused: the one it is for, the letter, or the site itself. */
      readonly what: 'recipient' | 'letter' | 'sender';
      readonly reply: string;
    }
  /** Nobody was there, or nobody any more before its end was sent: it surely hasn't gone. */
  | { readonly kind: 'unreachable'; readonly reply: string }
  /** All of it was sent, and no answer came: it may have gone or not. */
  | { readonly kind: 'unknown'; readonly reply: string };

/** Where letters are handed over to be delivered. */
export interface Post {
  send(letter: MailLetter): Promise<Delivery>;
  close(): Promise<void>;
}

export interface PostOptions {
  readonly smtpUrl: string;
  /** By the site's name, from nobody, where it is undefined. */
  readonly from: string | undefined;
  readonly siteName: () => string;
  /** How long a server may be silent, if not as long as usual. */
  readonly silenceMs?: number;
}

/** Where letters come from that nobody answers, on a site that doesn't say. */
export const nobody = 'no-reply@localhost';

/** Until there is a connection, and until the server has said who it is. */
const connectMs = 10_000;
/** For each answer. A server may look through a letter before it takes it; one that is silent longer is left alone. */
const answerMs = 30_000;
/** For all of one letter: a server that says a byte now and then has an end, too. */
const letterMs = 2 * 60_000;
/** Letters that are handed over at once. */
const connectionsMax = 5;
/** Letters that go over one connection: servers end those that bring too many. */
const lettersPerConnection = 50;
/** Most characters of a server's answer that are kept. */
const replyMax = 200;

/** What a failed try says of itself. */
interface SmtpError {
  readonly code?: unknown;
  readonly command?: unknown;
  readonly responseCode?: unknown;
  readonly message?: unknown;
}

function whatWasRefused({ code, command }: SmtpError): 'recipient' | 'letter' | 'sender' {
  if (command === 'RCPT TO') return 'recipient';
  return code === 'EMESSAGE' ? 'letter' : 'sender';
}

/**
 * The outcome of a letter that could not be sent. A server takes a letter by its answer to the line with nothing but a dot
 * behind it (RFC 5321, 4.1.1.4): before that line was sent it surely hasn't, after that line nobody knows without an answer.
 */
function deliveryOf(error: unknown, isAllSent: boolean): Delivery {
  const failed = Object(error) as SmtpError;
  const reply = String(failed.message ?? error).slice(0, replyMax);
  const { responseCode } = failed;
  if (typeof responseCode === 'number' && responseCode >= 400) {
    const isForGood = responseCode >= 500;
    return { kind: 'refused', isForGood, what: whatWasRefused(failed), reply };
  }
  return { kind: isAllSent ? 'unknown' : 'unreachable', reply };
}

function headersOf({ unsubscribeUrl, listId }: MailLetter): Record<string, string> {
  const headers: Record<string, string> = { 'Auto-Submitted': 'auto-generated' };
  if (listId !== undefined) headers['List-Id'] = `<${listId}>`;
  if (unsubscribeUrl === undefined) return headers;
  return {
    ...headers,
    'List-Unsubscribe': `<${unsubscribeUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

export function createPost({ smtpUrl, from, siteName, ...options }: PostOptions): Post {
  const { silenceMs = answerMs } = options;
  let loading: Promise<Transporter> | undefined;
  /** Those of which all but the answer has been sent. */
  const allSent = new WeakSet<AbortSignal>();

  /** A site may go for days without a letter: what sends them is loaded with the first. */
  async function load(): Promise<Transporter> {
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({
      url: smtpUrl,
      pool: true,
      maxConnections: connectionsMax,
      maxMessages: lettersPerConnection,
      // What broke off may have gone: whether it is sent again is for the caller to say.
      maxRequeues: 0,
      connectionTimeout: Math.min(connectMs, silenceMs),
      greetingTimeout: Math.min(connectMs, silenceMs),
      socketTimeout: silenceMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    transport.use('stream', ({ message, data }, done) => {
      // The last line follows in the same turn.
      const { signal } = data;
      if (signal) message?.processFunc((stream) => stream.once('end', () => allSent.add(signal)));
      done();
    });
    return transport;
  }

  return {
    async send(letter) {
      const { to, subject, text, html, replyTo, name } = letter;
      loading ??= load();
      const signal = AbortSignal.timeout(letterMs);
      try {
        const transport = await loading;
        const address = from ?? nobody;
        const host = address.slice(address.lastIndexOf('@') + 1).replace('>', '');
        await transport.sendMail({
          // As an object: a name may hold what would part one address from another.
          from: from ?? { name: siteName(), address },
          // As a value with a name of its own it is an address, whatever it looks like.
          to: { name: '', address: to },
          subject,
          text,
          headers: headersOf(letter),
          signal,
          ...(html !== undefined && { html }),
          ...(replyTo && { replyTo }),
          ...(name !== undefined && { messageId: `<${name}@${host}>` }),
        });
        return { kind: 'sent' };
      } catch (error) {
        return deliveryOf(error, allSent.has(signal));
      }
    },
    async close() {
      (await loading)?.close();
    },
  };
}
