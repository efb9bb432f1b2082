import type { FetchPublic } from '../../../../../platform/outgoing/fetch-public.ts';
import {
  ownPictureAddress,
  ownPictureFolder,
  ownPictureOf,
} from '../../../../../platform/text/own-picture.ts';
import { isForeignUrl, isPictureUrl } from '../../../../../platform/text/web-url.ts';
import type { ForeignExport } from '../foreign.ts';

/** Encodes and stores a picture; returns the reason if it is refused, throws if none can be stored. */
export type TakePicture = (
  bytes: AsyncIterable<Uint8Array>,
) => Promise<{ readonly name: string } | { readonly reason: string }>;

/** The same limit as for uploads by members. */
const bytesMax = 20 * 1_024 * 1_024;
const fetchMs = 20_000;
/** Most pictures downloaded in one import, and their total bytes. */
const fetchedMax = 5_000;
const fetchedBytesMax = 5 * 1_024 * 1_024 * 1_024;
/** Consecutive failures after which a host is skipped. */
const failuresMax = 3;
/** Cached outcomes: pictures such as a logo are in every text. */
const knownMax = 20_000;

export interface ImportPicturesParts {
  readonly foreign: Pick<ForeignExport, 'readFile'>;
  readonly take: TakePicture;
  /** Undefined unless the owner chose to download pictures that the export lacks. */
  readonly fetchPublic?: FetchPublic | undefined;
}

/** Where the pictures of a text are, for a dry run. */
export interface PicturePlaces {
  readonly held: number;
  /** Number of pictures on the web, which stay there unless they are downloaded. */
  readonly elsewhere: number;
  /** Missing pictures, as sentences for the report. */
  readonly notes: readonly string[];
}

export interface ImportedPictures {
  /** The pictures' new addresses by those in the text. */
  readonly names: ReadonlyMap<string, string>;
  /** Number of pictures that stay at their addresses on the web. */
  readonly elsewhere: number;
  readonly notes: readonly string[];
  /** False if a later import may get a picture: a host didn't answer. */
  readonly isComplete: boolean;
}

const notHeld = 'the export does not hold it';
const missing = (address: string, reason: string) => `picture ${address} is not here: ${reason}`;
const isWeb = (address: string) => /^https?:\/\//i.test(address);

/** A picture that comes with the program, such as a category's, or an unknown address that shows nothing on any site. */
const isBuiltIn = (address: string) =>
  isPictureUrl(address) && !isForeignUrl(address) && !address.startsWith(ownPictureFolder);

interface TextOrigin {
  /** Whether the text comes from a site of this kind, which has the same built-in pictures. */
  readonly isOwn?: boolean;
}

/** Always requested over HTTPS. */
const secure = (address: string) => address.replace(/^http:\/\//i, 'https://');

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

type Outcome =
  | { readonly address: string }
  | { readonly reason: string; readonly isLasting: boolean };

/** Imports the pictures of texts: from the export if it has them, else from the web if the owner chose that. */
export function createPicturesImport({ foreign, take, fetchPublic }: ImportPicturesParts) {
  const known = new Map<string, Outcome>();
  const failures = new Map<string, number>();
  let fetched = 0;
  let fetchedBytes = 0;

  async function keep(bytes: Uint8Array): Promise<Outcome> {
    const taken = await take(once(bytes));
    if ('name' in taken) return { address: ownPictureAddress(taken) };
    return { reason: taken.reason, isLasting: true };
  }

  async function fetchOne(address: string, ask: FetchPublic): Promise<Outcome> {
    const host = URL.parse(address)?.host ?? '';
    if ((failures.get(host) ?? 0) >= failuresMax)
      return { reason: `${host} was left alone after it failed`, isLasting: false };
    if (fetched >= fetchedMax || fetchedBytes >= fetchedBytesMax)
      return { reason: 'as many pictures were fetched as one import may', isLasting: false };
    fetched += 1;
    try {
      const reply = await ask(secure(address), {
        headers: { accept: 'image/*' },
        bytesMax,
        timeoutMs: fetchMs,
        redirectsMax: 3,
      });
      failures.delete(host);
      fetchedBytes += reply.body.byteLength;
      const type = reply.headers['content-type'] ?? '';
      if (reply.status !== 200)
        return { reason: `the answer was ${reply.status}`, isLasting: true };
      if (!type.startsWith('image/')) return { reason: 'it is no picture', isLasting: true };
      return await keep(reply.body);
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'OutgoingFailure') throw error;
      failures.set(host, (failures.get(host) ?? 0) + 1);
      return { reason: error.message, isLasting: false };
    }
  }

  async function find(address: string): Promise<Outcome | undefined> {
    const held = await foreign.readFile(address, bytesMax);
    if (held) return keep(held);
    // A picture of this site, or of another site of this kind whose export lacks it.
    if (ownPictureOf(address)) return undefined;
    if (!isWeb(address)) return { reason: notHeld, isLasting: true };
    return fetchPublic && fetchOne(address, fetchPublic);
  }

  async function outcomeOf(address: string): Promise<Outcome | undefined> {
    const before = known.get(address);
    if (before) return before;
    const outcome = await find(address);
    if (outcome && known.size < knownMax) known.set(address, outcome);
    return outcome;
  }

  return {
    /** Throws if no picture can be stored at the moment. */
    async bring(
      addresses: readonly string[],
      { isOwn = false }: TextOrigin = {},
    ): Promise<ImportedPictures> {
      const names = new Map<string, string>();
      const notes: string[] = [];
      let elsewhere = 0;
      let isComplete = true;
      for (const address of new Set(addresses)) {
        const outcome = await outcomeOf(address);
        if (!outcome) elsewhere += 1;
        else if ('address' in outcome) names.set(address, outcome.address);
        else if (!isOwn || !isBuiltIn(address)) {
          notes.push(missing(address, outcome.reason));
          isComplete &&= outcome.isLasting;
        }
      }
      return { names, elsewhere, notes, isComplete };
    },

    /** Where the pictures are; imports none. */
    async look(
      addresses: readonly string[],
      { isOwn = false }: TextOrigin = {},
    ): Promise<PicturePlaces> {
      let held = 0;
      let elsewhere = 0;
      const notes: string[] = [];
      for (const address of new Set(addresses)) {
        if (await foreign.readFile(address, bytesMax)) held += 1;
        else if (isWeb(address)) elsewhere += 1;
        else if (ownPictureOf(address) || (isOwn && isBuiltIn(address))) continue;
        else notes.push(missing(address, notHeld));
      }
      return { held, elsewhere, notes };
    },
  };
}
