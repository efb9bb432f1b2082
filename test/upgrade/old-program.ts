import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { siteCommand } from '../../bench/start-site.ts';
import { freePort } from '../free-port.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { undoneAtExit } from '../undone-at-exit.ts';
import { storySettings } from './story.ts';
import { untilTrue } from './until-true.ts';

export interface Program {
  readonly url: string;
  /** The claim code, which gives the site its owner. */
  claim(): string;
  importBlogs(files: Readonly<Record<string, string>>): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the program of a checkout. */
export async function startProgram(
  checkout: string,
  given: Readonly<Record<string, string>>,
): Promise<Program> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const variables = {
    PATH: String(process.env.PATH),
    ...storySettings,
    PORT: String(port),
    SITE_URL: url,
    LOG_LEVEL: 'warn',
    NODE_ENV: 'production',
    ...given,
  };
  const [node = process.execPath, ...command] = await siteCommand(checkout);
  const options = { cwd: checkout, env: variables } as const;
  const child = spawn(node, command, { ...options, stdio: ['ignore', 'pipe', 'inherit'] });
  child.once(
    'exit',
    undoneAtExit(() => child.kill('SIGKILL')),
  );
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    said += part;
  });
  await untilTrue(`${checkout} is ready`, async () => {
    if (child.exitCode !== null) throw new Error(`It ended: ${said}`);
    const reply = await fetch(`${url}/readyz`).catch(() => undefined);
    await reply?.arrayBuffer();
    return reply?.ok ?? false;
  });
  return {
    url,
    claim() {
      const [, code] = /[#&?](?:code=)?([\w-]{43})\b/.exec(said) ?? [];
      if (code === undefined) throw new Error(`No claim in: ${said}`);
      return code;
    },
    async importBlogs(files) {
      const folder = temporaryFolder('imported');
      for (const [name, content] of Object.entries(files)) {
        writeFileSync(path.join(folder.path, name), content);
      }
      // The last word of `npm run import` is its script, whose path differs between versions.
      const { scripts } = JSON.parse(readFileSync(path.join(checkout, 'package.json'), 'utf8'));
      execFileSync(node, [scripts.import.split(' ').at(-1), folder.path], options);
      folder.remove();
    },
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

export interface OldMailbox {
  readonly smtpUrl: string;
  /** Token of the link in the latest unread e-mail to this address whose subject contains these words. */
  tokenIn(to: string, subject: string): Promise<string>;
}

export async function startMailbox(): Promise<OldMailbox> {
  const emails: string[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      text(stream).then((source) => {
        emails.push(source.replace(/=\r?\n/g, '').replaceAll('=3D', '='));
        done();
      }, done);
    },
  });
  const port = await freePort();
  smtp.listen(port, '127.0.0.1');
  return {
    smtpUrl: `smtp://127.0.0.1:${port}`,
    async tokenIn(to, subject) {
      let token: string | undefined;
      await untilTrue(`an e-mail comes: ${subject}`, async () => {
        const place = emails.findLastIndex(
          (message) => message.includes(`\nTo: ${to}`) && message.includes(`\nSubject: ${subject}`),
        );
        if (place < 0) return false;
        const [message = ''] = emails.splice(place, 1);
        token = /#token=([\w-]+)/.exec(message)?.[1];
        return true;
      });
      if (token === undefined) throw new Error(`No token in the e-mail: ${subject}`);
      return token;
    },
  };
}
