import { setImmediate as othersTurn } from 'node:timers/promises';
import { Problem } from '../../../../../platform/contract/problems.ts';
import type { FetchPublic } from '../../../../../platform/outgoing/fetch-public.ts';
import { isDiskFull } from '../../../../../storage/disk-full.ts';
import type { Storage, Write } from '../../../../../storage/storage.ts';
import type { SiteAudience } from '../../../import-contract.ts';
import type { ForeignExport, ForeignItem, ForeignSubscriber } from '../foreign.ts';
import { ImportRefused } from '../import-refused.ts';
import { SourceProblem } from '../read-front-matter.ts';
import type { Choices } from './choices.ts';
import { createPicturesImport, type TakePicture } from './import-pictures.ts';
import { importRedirectItem, type RedirectPort } from './import-redirect.ts';
import { type ImportTextParts, importText } from './import-text.ts';
import { countIn, type ImportCounts, type ItemResult, noCounts } from './outcome.ts';
import { createTextWorker } from './text-worker.ts';

/** Functions of other features that an import calls. */
export interface ImportPorts
  extends Pick<
    ImportTextParts,
    'readComment' | 'insertComments' | 'closeComments' | 'keepAddresses'
  > {
  readonly takePicture: TakePicture;
  /** Undefined if pictures are not downloaded. */
  readonly fetchPublic?: FetchPublic | undefined;
  readonly subscribers: SubscriberPort;
  readonly redirects: RedirectPort;
  /** Who reads whole texts on this site; everybody if undefined. */
  readonly siteAudience?: () => Promise<SiteAudience>;
}

export interface SubscriberPort {
  /** Lock keys of a write that changes subscribers. */
  readonly lockKeys: readonly string[];
  /** The outcome of a dry run; changes nothing. */
  look(db: Storage['reader'], given: GivenSubscriber): Promise<SubscriberOutcome>;
  add(write: Write, given: GivenSubscriber, now: number): Promise<SubscriberOutcome>;
}

type GivenSubscriber = Omit<ForeignSubscriber, 'kind' | 'name' | 'whyNot'> & {
  readonly system: string;
};

export type SubscriberOutcome = keyof typeof subscriberReasons;

const subscriberReasons = {
  added: undefined,
  there: 'the address is here already',
  'ended-here': 'the address has unsubscribed here',
  'ended-there': 'the address had unsubscribed there, and gets nothing here',
  'noted-before': 'the address had unsubscribed',
  'not-an-address': 'it is no email address',
} as const;

export interface ImportItemsOptions {
  readonly choices: Choices;
  /** Only reports what would happen. */
  readonly isDryRun: boolean;
  readonly signal?: AbortSignal;
  readonly now?: () => number;
  /** Called with the outcome of each item. */
  readonly onResult?: (result: ItemResult) => void | Promise<void>;
  /** Called with each item as it was read. */
  readonly onItem?: (item: ForeignItem) => void;
}

export interface ImportTotals {
  readonly counts: ImportCounts;
  /** Why the import stopped early, for the owner; undefined if it is complete. */
  readonly stopped: string | undefined;
}

/** Subscribers per write. */
const subscribersAtOnce = 100;

const diskFull =
  'There is no room left on the disk. What was brought in stays; make room, and import the same again.';

/** Why an import stops early and can be resumed; undefined for other errors. */
function stopOf(error: unknown): string | undefined {
  if (error instanceof ImportRefused) return error.message;
  if (error instanceof Problem && error.status >= 500) return error.message;
  return isDiskFull(error) ? diskFull : undefined;
}

/** Removes control characters that could affect a terminal, and shortens the name to a line. */
function plainName(name: string): string {
  return [...name.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()].slice(0, 200).join('') || 'unnamed';
}

/**
 * Imports all items of an export, each text with its comments in a write of its own: an error in one doesn't affect the
 * others, no text is half-written, and a repeated import changes nothing. It sends no notifications. Rejects only for
 * database errors other than a full disk.
 */
export async function importItems(
  storage: Storage,
  foreign: ForeignExport,
  ports: ImportPorts,
  options: ImportItemsOptions,
): Promise<ImportTotals> {
  const { choices, isDryRun, signal, now = Date.now, onResult, onItem } = options;
  const counts = noCounts();
  const worker = createTextWorker();
  const { takePicture: take, fetchPublic, subscribers, redirects, siteAudience } = ports;
  const parts: ImportTextParts = {
    ...ports,
    storage,
    worker,
    pictures: createPicturesImport({ foreign, take, fetchPublic }),
    fetches: fetchPublic !== undefined,
    isDryRun,
    plannedAddresses: new Set(),
    here: (await siteAudience?.()) ?? 'everybody',
    now,
  };
  const seen = new Set<string>();
  let waiting: ForeignSubscriber[] = [];
  let people = 0;

  async function report(result: ItemResult): Promise<void> {
    const notes = result.notes?.map((note) => note.replace(/\.$/, ''));
    const reported = { ...result, name: plainName(result.name), ...(notes && { notes }) };
    countIn(counts, reported);
    await onResult?.(reported);
  }

  /** The report names no e-mail addresses: it would outlast a person's request for deletion. */
  async function addWaiting(): Promise<void> {
    const some = waiting;
    waiting = [];
    const given = some.map(({ kind: _, name: __, whyNot: ___, ...one }) => ({
      ...one,
      system: foreign.system,
    }));
    const work = async (one: (typeof given)[number], write?: Write) =>
      write ? subscribers.add(write, one, now()) : subscribers.look(storage.reader, one);
    const all = async (write?: Write) => {
      const outcomes: SubscriberOutcome[] = [];
      for (const one of given) outcomes.push(await work(one, write));
      return outcomes;
    };
    const { lockKeys } = subscribers;
    const outcomes = isDryRun ? await all() : await storage.write(all, { lockKeys });
    for (const [index, outcome] of outcomes.entries()) {
      people += 1;
      const isByThere = outcome === 'ended-there' || outcome === 'noted-before';
      const reason = (isByThere && some[index]?.whyNot) || subscriberReasons[outcome];
      const isBroken = outcome === 'not-an-address';
      await report({
        kind: 'subscriber',
        name: `subscriber ${people}`,
        outcome: reason === undefined ? 'imported' : isBroken ? 'failed' : 'skipped',
        reason,
      });
    }
  }

  async function bringOne(item: ForeignItem): Promise<void> {
    if (item.kind === 'subscriber') {
      waiting.push(item);
      if (waiting.length >= subscribersAtOnce) await addWaiting();
      return;
    }
    if (item.kind === 'redirect') {
      await report(await importRedirectItem({ storage, redirects, isDryRun, now }, item));
      return;
    }
    if (item.kind === 'skip') {
      const outcome = item.isIntended ? 'skipped' : 'failed';
      await report({ kind: 'other', name: item.name, outcome, reason: item.reason });
      return;
    }
    const { name } = item;
    if (seen.has(item.key)) {
      await report({ kind: 'text', name, outcome: 'skipped', reason: 'it is in the export twice' });
      return;
    }
    seen.add(item.key);
    const result = await importText(parts, item, choices).catch((error: unknown): ItemResult => {
      if (!(error instanceof SourceProblem)) throw error;
      const outcome = error.isIntended ? 'skipped' : 'failed';
      return { kind: 'text', name, outcome, reason: error.message };
    });
    await report(result);
  }

  try {
    for await (const item of foreign.items()) {
      if (signal?.aborted) break;
      onItem?.(item);
      await bringOne(item);
      // SQLite calls are synchronous: yields to other requests between items.
      await othersTurn();
    }
    if (!signal?.aborted && waiting.length > 0) await addWaiting();
    return { counts, stopped: undefined };
  } catch (error) {
    const stopped = stopOf(error);
    if (stopped === undefined) throw error;
    return { counts, stopped };
  } finally {
    await worker.close();
  }
}
