import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { fastFolder } from '../fast-folder.ts';
import { type RunningSite, startSite } from '../running-site.ts';
import type { LoopReading } from './loop-meter.ts';

/** Somebody with an account; `cookie` is the `Cookie` header of a session, renewed where it was ended. */
export interface FuzzMember {
  readonly email: string;
  readonly password: string;
  cookie: string;
}

/** The site as its users run it, with what tells how it bears what it is sent. */
export interface FuzzedSite extends RunningSite {
  readonly port: number;
  /** How long its event loop was held since this was asked before. */
  readMeter(): Promise<LoopReading>;
  /** Somebody new, signed in. */
  signUp(): Promise<FuzzMember>;
  /** Signs in again whoever's session has ended; an account that is gone is made anew. */
  renew(member: FuzzMember): Promise<void>;
}

const meterFile = pathToFileURL(path.join(import.meta.dirname, 'loop-meter.ts')).href;
let members = 0;

function nameOf(number: number): string {
  return `fuzz-${process.pid}-${number}@example.org`;
}

async function post(url: string, body: unknown, headers: Record<string, string> = {}) {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: new URL(url).origin, ...headers },
    body: JSON.stringify(body),
  };
  const reply = await fetch(url, init);
  return { reply, body: await reply.text() };
}

async function sessionFor(url: string, email: string, proof: string): Promise<string> {
  const { idToken }: { idToken: string } = JSON.parse(proof);
  const { reply, body } = await post(
    `${url}/jwt`,
    { email },
    { authorization: `Bearer ${idToken}` },
  );
  const [cookie = ''] = reply.headers.getSetCookie()[0]?.split(';') ?? [];
  if (!reply.ok || cookie === '') throw new Error(`No session: ${reply.status} ${body}`);
  return cookie;
}

async function signUpAt(url: string, changes: Record<string, string> = {}): Promise<FuzzMember> {
  members += 1;
  const email = nameOf(members);
  const password = 'Analytical1';
  const person = { displayName: 'Ada', photoURL: '/images/authors/adaeze-obi.webp' };
  const { reply, body } = await post(`${url}/identity/sign-up`, {
    email,
    password,
    ...person,
    ...changes,
  });
  if (!reply.ok) throw new Error(`No account: ${reply.status} ${body}`);
  return { email, password, cookie: await sessionFor(url, email, body) };
}

/** Starts the site; `settings` as in `startSite`. */
export async function startFuzzedSite(
  settings: Readonly<Record<string, string>> = {},
): Promise<FuzzedSite> {
  const folder = mkdtempSync(path.join(fastFolder(), 'content-hub-fuzz-'));
  const socketPath = path.join(mkdtempSync(path.join(tmpdir(), 'meter-')), 'loop');
  const site = await startSite({
    DATA_DIR: folder,
    NODE_OPTIONS: `--import=${meterFile}`,
    FUZZ_METER: socketPath,
    // So that what a proxy would say of its clients is read.
    TRUSTED_PROXIES: 'loopback',
    ...settings,
  });
  const { url } = site;
  async function readMeter(): Promise<LoopReading> {
    const reading: LoopReading = JSON.parse(await text(connect(socketPath)));
    return reading;
  }
  await readMeter();
  return {
    ...site,
    port: Number(new URL(url).port),
    readMeter,
    signUp: () => signUpAt(url),
    async renew(member) {
      const { email, password } = member;
      const { reply, body } = await post(`${url}/identity/sign-in`, { email, password });
      // What else is sent in this member's name may have ended the token, or the account, in between.
      const cookie = reply.ok && (await sessionFor(url, email, body).catch(() => undefined));
      if (cookie) member.cookie = cookie;
      else Object.assign(member, await signUpAt(url));
    },
    async stop() {
      await site.stop();
      rmSync(folder, { recursive: true, force: true });
      rmSync(path.dirname(socketPath), { recursive: true, force: true });
    },
  };
}
