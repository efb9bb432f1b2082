import { Readable } from 'node:stream';
import type { Transporter } from 'nodemailer';
import { nobody, whatWasRefused } from '../../platform/mail/post.ts';
import type { Config } from '../config.ts';
import { checkDrift } from './check-database.ts';
import { type Found, fail, ok, reasonOf, warn } from './finding.ts';

const patienceMs = 10_000;
/** HTTP dates have whole seconds. */
const wholeSecondMs = 500;

const isLocal = (host: string) => ['localhost', '127.0.0.1', '[::1]'].includes(host);

/** Checks the settings of the public address, without network access. */
export function checkSettings(config: Config): readonly Found[] {
  const { siteUrl, goesByAnyName, host } = config;
  const site = new URL(siteUrl);
  const found: Found[] = [];
  if (goesByAnyName) {
    found.push(
      warn(
        'SITE_URL is not set: links in e-mails and feeds lead to this machine',
        'Set it to what people type, such as https://blog.example.org.',
      ),
    );
  } else if (site.protocol === 'http:' && !isLocal(site.hostname)) {
    found.push(
      warn(
        `SITE_URL is ${siteUrl}: passwords and sessions travel in the clear`,
        'Put a reverse proxy with a certificate before it, and set SITE_URL to its https address.',
      ),
    );
  }
  if (site.protocol === 'https:' && config.trustedProxies.isEmpty) {
    found.push(
      fail(
        'SITE_URL is https, so that a proxy stands before the site, and TRUSTED_PROXIES names none: everybody is one visitor',
        'Set TRUSTED_PROXIES to the proxy: loopback where it runs on this machine.',
      ),
    );
  }
  if (site.protocol === 'https:' && host === '0.0.0.0') {
    found.push(
      warn(
        'HOST is 0.0.0.0: the site can be reached around its proxy',
        'Set HOST=127.0.0.1 where the proxy runs on this machine, else close the port by a firewall.',
      ),
    );
  }
  return found.length > 0 ? found : [ok('They fit together')];
}

/** Health checks accept any host name, pages do not. */
async function checkName(siteUrl: string): Promise<readonly Found[]> {
  const asked = {
    method: 'HEAD',
    redirect: 'manual',
    signal: AbortSignal.timeout(patienceMs),
  } as const;
  const status = await fetch(`${siteUrl}/`, asked).then(
    (reply) => reply.status,
    () => undefined,
  );
  if (status !== 421) return [];
  return [
    fail(
      `${siteUrl} answers 421: the proxy asks the site by another name`,
      'Have the proxy hand on Host as it came: proxy_set_header Host $http_host in nginx, ProxyPreserveHost On in Apache. Or start the site with this SITE_URL.',
    ),
  ];
}

/** Requests the site by its public address. */
export async function checkPublicUrl({ siteUrl }: Config): Promise<readonly Found[]> {
  const asked = Date.now();
  let reply: Response;
  try {
    reply = await fetch(`${siteUrl}/healthz`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(patienceMs),
    });
  } catch (error) {
    return [
      warn(
        `${siteUrl} doesn't answer (${reasonOf(error)})`,
        "Start the site; look at the name's address, the proxy and the firewall. From within its own network a site may not reach its outer address.",
      ),
    ];
  }
  const body = (await reply.json().catch(() => undefined)) as { status?: unknown } | undefined;
  if (!reply.ok || body?.status !== 'ok') {
    const to = reply.headers.get('location');
    return [
      fail(
        `${siteUrl} answers ${reply.status}${to ? `, and leads to ${to}` : ''}: that isn't this site`,
        'SITE_URL is the address at the end of all redirections; have the proxy hand it to PORT.',
      ),
    ];
  }
  const found = [ok(`${siteUrl} answers`), ...(await checkName(siteUrl))];
  if (siteUrl.startsWith('https:')) {
    found.push(
      reply.headers.has('strict-transport-security')
        ? ok('It is reached by https alone (HSTS)')
        : warn(
            'HSTS is missing: the proxy takes it away, or another SITE_URL is set where the site runs',
            'Start the site with this SITE_URL, and have the proxy hand strict-transport-security on.',
          ),
    );
  }
  const date = Date.parse(reply.headers.get('date') ?? '');
  if (!Number.isNaN(date)) {
    const drift = date + wholeSecondMs - (asked + Date.now()) / 2;
    found.push(checkDrift(drift, `that of ${new URL(siteUrl).host}`));
  }
  return found;
}

const farEnough = new Error('That is far enough.');

/**
 * Sends as much of an e-mail as possible without delivering it: connecting and authenticating don't show whether the
 * server accepts this sender. The connection is closed before the end of the data, and a server doesn't deliver a
 * message without it (RFC 5321, 4.1.1.4).
 */
async function tryToSend(transport: Transporter, from: string): Promise<void> {
  transport.use('stream', ({ message }, done) => {
    message?.processFunc(
      () =>
        new Readable({
          read() {
            this.destroy(farEnough);
          },
        }),
    );
    done();
  });
  try {
    await transport.sendMail({ from, to: from, subject: 'No e-mail', text: '' });
  } catch (error) {
    // A sender address that can't receive e-mail may still send it.
    const isOfRecipient =
      Object(error).command === 'RCPT TO' && whatWasRefused(Object(error)) !== 'sender';
    if (error !== farEnough && !isOfRecipient) throw error;
  }
}

/** Checks whether e-mail can be sent, up to the delivery. With `sendTo`, it sends one. */
export async function checkMail({ mail, siteUrl }: Config, sendTo?: string): Promise<Found> {
  if (!mail) {
    return warn(
      'SMTP_URL is not set: people who forget their password need you (npm run reset-password)',
      'Set SMTP_URL and MAIL_FROM to send e-mails.',
    );
  }
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    url: mail.smtpUrl,
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const server = new URL(mail.smtpUrl).host;
  try {
    await transport.verify();
    if (sendTo === undefined) {
      await tryToSend(transport, mail.from ?? nobody);
      return ok(`${server} takes e-mails from ${mail.from ?? nobody}; nothing was sent`);
    }
    await transport.sendMail({
      from: mail.from ?? nobody,
      to: sendTo,
      subject: 'An e-mail from your site',
      text: `Somebody asked ${siteUrl} to see whether its e-mails arrive. This one did.\n`,
    });
    return ok(`${server} took an e-mail to ${sendTo}: see whether it arrives, and not among spam`);
  } catch (error) {
    return fail(
      `${server} doesn't take e-mails (${reasonOf(error)})`,
      'Check SMTP_URL: host, port, name and password; many hosts close port 25, so use 587 or 465. MAIL_FROM has to be an address that this server sends for.',
    );
  } finally {
    transport.close();
  }
}
