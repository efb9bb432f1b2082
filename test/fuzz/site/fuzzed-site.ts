import { connect } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { fastFolder } from '../../fast-folder.ts';
import { type RunningSite, startSite } from '../../running-site.ts';
import { beginSession, type Proof, type SiteMember, signIn, signUp } from '../../site-member.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import type { LoopReading } from './loop-meter.ts';

/** A member whose session is renewed after it ended, and whose account is replaced after it was deleted. */
export type FuzzMember = { -readonly [Key in keyof SiteMember]: SiteMember[Key] };

/** The site as in production, with a meter for the event loop. */
export interface FuzzedSite extends RunningSite {
  readonly port: number;
  /** The longest time that the event loop was blocked since the last call. */
  readMeter(): Promise<LoopReading>;
  /** Creates a new, signed-in member. */
  signUp(): Promise<FuzzMember>;
  /** Signs in again if the session has ended; creates a new account if the old one was deleted. */
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
    // So that the client headers of a proxy are read.
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
      // Other cases in this member's name may have ended the token or deleted the account meanwhile.
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
