import { connect } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { fastFolder } from '../../fast-folder.ts';
import { type RunningSite, startSite } from '../../running-site.ts';
import { beginSession, type Proof, type SiteMember, signIn, signUp } from '../../site-member.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import type { LoopReading } from './loop-meter.ts';

/** Somebody whose session is renewed where it was ended, and whose account where it is gone. */
export type FuzzMember = { -readonly [Key in keyof SiteMember]: SiteMember[Key] };

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

/** Starts the site; `settings` as in `startSite`. */
export async function startFuzzedSite(
  settings: Readonly<Record<string, string>> = {},
): Promise<FuzzedSite> {
  const folder = temporaryFolder('fuzz', fastFolder());
  const meter = temporaryFolder('meter');
  const socketPath = path.join(meter.path, 'loop');
  const site = await startSite({
    DATA_DIR: folder.path,
    NODE_OPTIONS: `--import=${meterFile}`,
    FUZZ_METER: socketPath,
    // So that what a proxy would say of its clients is read.
    TRUSTED_PROXIES: 'loopback',
    ...settings,
  });
  const { url } = site;
  const readMeter = async (): Promise<LoopReading> => JSON.parse(await text(connect(socketPath)));
  await readMeter();
  return {
    ...site,
    port: Number(new URL(url).port),
    readMeter,
    signUp: () => signUp(url),
    async renew(member) {
      const reply = await signIn(url, member);
      const proof: unknown = await reply.json();
      // What else is sent in this member's name may have ended the token, or the account, in between.
      const cookie = reply.ok && (await beginSession(url, proof as Proof).catch(() => undefined));
      if (cookie) member.cookie = cookie;
      else Object.assign(member, await signUp(url));
    },
    async stop() {
      await site.stop();
      folder.remove();
      meter.remove();
    },
  };
}
