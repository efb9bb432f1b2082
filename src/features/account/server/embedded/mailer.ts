import type { Transporter } from 'nodemailer';
import { inQueue } from '../../../../platform/telemetry/queues.ts';

export interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface Mailer {
  /**
   * Composes and sends a letter after the reply has been sent: whether there was one to send shows neither in the answer
   * nor in its time.
   */
  post(compose: () => Promise<Letter | undefined>): void;
  /** Resolves when every letter has left or failed. */
  close(): Promise<void>;
}

export interface MailerOptions {
  readonly smtpUrl: string;
  /** By the site's name, from nobody, where it is undefined. */
  readonly from: string | undefined;
  readonly siteName: () => Promise<string>;
  /** Called with e-mails that could not be sent. */
  readonly onError: (error: unknown) => void;
}

const smtpTimeoutMs = 10_000;

export function createMailer({ smtpUrl, from, siteName, onError }: MailerOptions): Mailer {
  let loading: Promise<Transporter> | undefined;

  /** A site may go for days without a letter: what sends them is loaded with the first. */
  async function load(): Promise<Transporter> {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      url: smtpUrl,
      connectionTimeout: smtpTimeoutMs,
      greetingTimeout: smtpTimeoutMs,
      socketTimeout: smtpTimeoutMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }
  const underway = new Set<Promise<void>>();

  async function send(compose: () => Promise<Letter | undefined>): Promise<void> {
    try {
      const letter = await compose();
      if (!letter) return;
      loading ??= load();
      // An object: a name may hold what would part one address from another.
      const sender = from ?? { name: await siteName(), address: 'no-reply@localhost' };
      await (await loading).sendMail({ from: sender, ...letter });
    } catch (error) {
      onError(error);
    }
  }

  return {
    post(compose) {
      const sending = inQueue('letters', send(compose)).finally(() => underway.delete(sending));
      underway.add(sending);
    },
    async close() {
      await Promise.all(underway);
      (await loading)?.close();
    },
  };
}
