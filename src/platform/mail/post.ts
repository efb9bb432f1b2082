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
  /** There was no server to give it to: it surely hasn't gone. */
  | { readonly kind: 'unreachable'; readonly reply: string }
  /** The connection broke in the midst: it may have gone or not. */
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
}

/** Where letters come from that nobody answers, on a site that doesn't say. */
const nobody = 'no-reply@localhost';

const smtpTimeoutMs = 10_000;
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
  readonly syscall?: unknown;
  readonly timeoutType?: unknown;
  readonly message?: unknown;
}

const notBegun: readonly unknown[] = ['EDNS', 'ETLS'];
const notReached: readonly unknown[] = ['CONNECTION_TIMEOUT', 'GREETING_TIMEOUT'];
/** Codes of an answer that was given before the letter, or in its place. */
const answered: readonly unknown[] = ['EENVELOPE', 'EMESSAGE', 'EAUTH'];

function whatWasRefused({ code, command }: SmtpError): 'recipient' | 'letter' | 'sender' {
  if (command === 'RCPT TO') return 'recipient';
  return code === 'EMESSAGE' ? 'letter' : 'sender';
}

/** The outcome of a letter that could not be sent; in doubt it may have gone. */
export function deliveryOf(error: unknown): Delivery {
  const failed = Object(error) as SmtpError;
  const reply = String(failed.message ?? error).slice(0, replyMax);
  const { code, responseCode } = failed;
  if (typeof responseCode === 'number' && answered.includes(code)) {
    const isForGood = responseCode >= 500;
    return { kind: 'refused', isForGood, what: whatWasRefused(failed), reply };
  }
  const isUnreachable =
    failed.syscall === 'connect' ||
    notBegun.includes(code) ||
    notReached.includes(failed.timeoutType);
  return { kind: isUnreachable ? 'unreachable' : 'unknown', reply };
}

function headersOf({ unsubscribeUrl }: MailLetter): Record<string, string> {
  const headers: Record<string, string> = { 'Auto-Submitted': 'auto-generated' };
  if (unsubscribeUrl === undefined) return headers;
  return {
    ...headers,
    'List-Unsubscribe': `<${unsubscribeUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

export function createPost({ smtpUrl, from, siteName }: PostOptions): Post {
  let loading: Promise<Transporter> | undefined;

  /** A site may go for days without a letter: what sends them is loaded with the first. */
  async function load(): Promise<Transporter> {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      url: smtpUrl,
      pool: true,
      maxConnections: connectionsMax,
      maxMessages: lettersPerConnection,
      // What broke off may have gone: whether it is sent again is for the caller to say.
      maxRequeues: 0,
      connectionTimeout: smtpTimeoutMs,
      greetingTimeout: smtpTimeoutMs,
      socketTimeout: smtpTimeoutMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  return {
    async send(letter) {
      const { to, subject, text, html, replyTo, name } = letter;
      loading ??= load();
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
          ...(html !== undefined && { html }),
          ...(replyTo && { replyTo }),
          ...(name !== undefined && { messageId: `<${name}@${host}>` }),
        });
        return { kind: 'sent' };
      } catch (error) {
        return deliveryOf(error);
      }
    },
    async close() {
      (await loading)?.close();
    },
  };
}
