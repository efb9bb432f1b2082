import type { Transporter } from 'nodemailer';

export interface EmailMessage {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  /** Recipient of replies. */
  readonly replyTo?: { readonly name: string; readonly address: string };
  /** The local part of the Message-ID, equal for each attempt to send the e-mail. */
  readonly name?: string;
  /** One-click unsubscribe URL for e-mails of this kind (RFC 8058). */
  readonly unsubscribeUrl?: string;
  /** The mailing list of the e-mail, for filters in mail programs (RFC 2919). */
  readonly listId?: string;
}

/** The outcome of sending an e-mail. */
export type Delivery =
  | { readonly kind: 'sent' }
  /** The server refused: the e-mail was certainly not sent. */
  | {
      readonly kind: 'refused';
      /** Whether the refusal is permanent. */
      readonly isForGood: boolean;
      /** The cause: an address that doesn't exist, the recipient for another reason, the e-mail, or the site as sender. */
      readonly what: 'address' | 'recipient' | 'letter' | 'sender';
      readonly reply: string;
    }
  /** No connection, or it was lost before the end of the e-mail: certainly not sent. */
  | { readonly kind: 'unreachable'; readonly reply: string }
  /** The whole e-mail was transmitted without an answer: it may have been sent or not. */
  | { readonly kind: 'unknown'; readonly reply: string };

/** Sends e-mails over SMTP. */
export interface Post {
  send(message: EmailMessage): Promise<Delivery>;
  close(): Promise<void>;
}

export interface PostOptions {
  readonly smtpUrl: string;
  /** If undefined: the site's name with a no-reply address. */
  readonly from: string | undefined;
  readonly siteName: () => string;
  /** Maximum time without a byte from the server, if not the default. */
  readonly silenceMs?: number;
}

/** The sender's address on a site that configures none. */
export const nobody = 'no-reply@localhost';

/** Timeout for connecting, and for the server's greeting. */
const connectMs = 10_000;
/** Timeout per answer. A server may scan an e-mail before it accepts it; after a longer silence the attempt ends. */
const answerMs = 30_000;
/** Timeout per e-mail: also limits a server that sends a byte now and then. */
const emailMs = 2 * 60_000;
/** Maximum concurrent connections. */
const connectionsMax = 5;
/** Maximum e-mails per connection: servers close connections that bring too many. */
const emailsPerConnection = 50;
/** Maximum characters kept of a server's answer. */
const replyMax = 200;

/** The fields of a nodemailer error. */
interface SmtpError {
  readonly code?: unknown;
  readonly command?: unknown;
  readonly responseCode?: unknown;
  readonly response?: unknown;
  readonly message?: unknown;
}

type Refused = Extract<Delivery, { kind: 'refused' }>['what'];

/** By the subject of an enhanced status code (RFC 3463, 3.1). */
const refusedRecipient: Readonly<Record<string, Refused>> = { 1: 'address', 7: 'sender' };

/** What a server refuses. Servers also refuse a client, its sender or its login only when it names a recipient. */
export function whatWasRefused({ code, command, response }: SmtpError): Refused {
  if (command === 'RCPT TO') {
    const [, subject = ''] = /^\d{3}[ -][45]\.(\d)\./.exec(String(response)) ?? [];
    return refusedRecipient[subject] ?? 'recipient';
  }
  return code === 'EMESSAGE' ? 'letter' : 'sender';
}

/**
 * The outcome of an e-mail that failed. A server accepts an e-mail by its answer to the final line with a single dot
 * (RFC 5321, 4.1.1.4): a failure before that line means that it was certainly not sent; after it, without an answer,
 * the outcome is unknown.
 */
function deliveryOf(error: unknown, isAllSent: boolean): Delivery {
  const failed = Object(error) as SmtpError;
  const reply = String(failed.message ?? error).slice(0, replyMax);
  const { responseCode } = failed;
  if (typeof responseCode === 'number' && responseCode >= 400) {
    const isForGood = responseCode >= 500;
    return { kind: 'refused', isForGood, what: whatWasRefused(failed), reply };
  }
  // Nodemailer finds an address that can't be sent to before it connects.
  if (failed.code === 'EENVELOPE') {
    return { kind: 'refused', isForGood: true, what: 'address', reply };
  }
  return { kind: isAllSent ? 'unknown' : 'unreachable', reply };
}

function headersOf({ unsubscribeUrl, listId }: EmailMessage): Record<string, string> {
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
  /** E-mails of which only the answer is missing. */
  const allSent = new WeakSet<AbortSignal>();

  /** Loads nodemailer with the first e-mail: a site may run for days without one. */
  async function load(): Promise<Transporter> {
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({
      url: smtpUrl,
      pool: true,
      maxConnections: connectionsMax,
      maxMessages: emailsPerConnection,
      // An interrupted e-mail may have been sent: the caller decides whether to retry it.
      maxRequeues: 0,
      connectionTimeout: Math.min(connectMs, silenceMs),
      greetingTimeout: Math.min(connectMs, silenceMs),
      socketTimeout: silenceMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    transport.use('stream', ({ message, data }, done) => {
      // The final line follows in the same turn of the event loop.
      const { signal } = data;
      if (signal) message?.processFunc((stream) => stream.once('end', () => allSent.add(signal)));
      done();
    });
    return transport;
  }

  return {
    async send(message) {
      const { to, subject, text, html, replyTo, name } = message;
      loading ??= load();
      const signal = AbortSignal.timeout(emailMs);
      try {
        const transport = await loading;
        const address = from ?? nobody;
        const host = address.slice(address.lastIndexOf('@') + 1).replace('>', '');
        await transport.sendMail({
          // An object, because a name may contain address separators.
          from: from ?? { name: siteName(), address },
          // With a name property the value is one address, whatever it contains.
          to: { name: '', address: to },
          subject,
          text,
          headers: headersOf(message),
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
