import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { HttpServerOptions } from '../../platform/http/create-http-server.ts';
import type { PageCacheStats } from '../../platform/page-cache/page-cache.ts';
import { queries, renders, waits } from '../../platform/telemetry/durations.ts';
import { queueChanges, queueNames } from '../../platform/telemetry/queues.ts';
import type { Engine, ReplicaStatus, Storage } from '../../storage/storage.ts';
import { allPaths } from '../registry.ts';
import { createHistogram } from './histogram.ts';
import { observeRequests } from './observe-requests.ts';
import { createRouteNames } from './route-of.ts';

/** The metrics of one process. */
export interface Metrics {
  readonly registry: Registry;
  readonly observe: NonNullable<HttpServerOptions['observe']>;
  /** Adds metrics that need the finished site. */
  watch(site: MetricSources): void;
  /** Unsubscribes from diagnostics channels. */
  close(): void;
}

export interface MetricSources {
  readonly pageCache: { stats(): PageCacheStats };
  /** Absent where backups aren't monitored. */
  readonly backup?: (() => Promise<NewestBackup>) | undefined;
  readonly replica?: Storage['replicaStatus'];
  readonly outbox: () => Promise<OutboxFigures>;
  readonly texts: () => Promise<TextsInQuestion>;
  /** Free bytes by the folder's setting, such as `DATA_DIR`. */
  readonly disks: () => Promise<ReadonlyMap<string, number>>;
}

/** Counts of texts in the staff's queues, each up to 1,000. */
export interface TextsInQuestion {
  readonly reported: number;
  readonly waiting: number;
}

/** E-mails that no mail server has accepted yet. */
export interface OutboxFigures {
  readonly waiting: number;
  readonly failed: number;
  /** When the oldest waiting e-mail was queued, in milliseconds since 1970; undefined for an empty queue. */
  readonly oldest: number | undefined;
}

/** The age of the newest verified backup, if any, and whether one was missed. */
export interface NewestBackup {
  readonly ageMs: number | undefined;
  readonly isLate: boolean;
}

/** Measures durations of statements, waits and renderings. Returns the function that stops it. */
function subscribeToDurations(registry: Registry, engine: Engine): () => void {
  const ofQueries = createHistogram(registry, {
    name: 'content_hub_database_seconds',
    help: 'Statements, from asking to the answer, by engine.',
    label: 'engine',
  });
  const ofWaits = createHistogram(registry, {
    name: 'content_hub_database_wait_seconds',
    help: 'Waits for the database: of writes for their turn, on PostgreSQL for a connection as well.',
    label: 'for',
  });
  const ofRenders = createHistogram(registry, {
    name: 'content_hub_render_seconds',
    help: 'Renderings of pages, by whom they are for.',
    label: 'audience',
  });
  const stops = [
    queries.subscribe(({ ms }) => ofQueries.observe({ engine }, ms / 1_000)),
    waits.subscribe((wait) => ofWaits.observe({ for: wait.for }, wait.ms / 1_000)),
    renders.subscribe(({ ms, audience }) => ofRenders.observe({ audience }, ms / 1_000)),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

function subscribeToQueues(registry: Registry): () => void {
  const lengths = new Gauge({
    name: 'content_hub_queue_length',
    help: 'What waits or is being worked on, by queue.',
    labelNames: ['queue'],
    registers: [registry],
  });
  for (const queue of queueNames) lengths.set({ queue }, 0);
  return queueChanges.subscribe(({ queue, by }) => lengths.inc({ queue }, by));
}

function watchFinishedPages(registry: Registry, stats: () => PageCacheStats): void {
  const registers = [registry];
  new Counter({
    name: 'content_hub_finished_pages_total',
    help: 'Requests for pages that may be kept: hits are the kept bytes, disk those from the disk, fills are those filled in for a member, misses had to be made or looked up.',
    labelNames: ['result'],
    registers,
    collect() {
      this.reset();
      const { hits, diskHits, fills, misses } = stats();
      this.inc({ result: 'hit' }, hits);
      this.inc({ result: 'disk' }, diskHits);
      this.inc({ result: 'fill' }, fills);
      this.inc({ result: 'miss' }, misses);
    },
  });
  new Gauge({
    name: 'content_hub_finished_pages',
    help: 'Pages that are kept.',
    registers,
    collect() {
      this.set(stats().pages);
    },
  });
  new Gauge({
    name: 'content_hub_finished_pages_bytes',
    help: 'Memory of what is kept of pages and of what fills them.',
    registers,
    collect() {
      this.set(stats().bytes);
    },
  });
  if (!stats().disk) return;
  new Gauge({
    name: 'content_hub_pages_on_disk',
    help: 'Forms of pages on the disk: plain, gzip and Brotli count each; the same in every process of a machine.',
    registers,
    collect() {
      this.set(stats().disk?.forms ?? 0);
    },
  });
  new Gauge({
    name: 'content_hub_pages_on_disk_bytes',
    help: 'What they take of the disk.',
    registers,
    collect() {
      this.set(stats().disk?.bytes ?? 0);
    },
  });
}

/** How long a scrape waits for one value: the supervisor waits twice as long for a process. */
const readWithinMs = 1_000;

/** A value, or values by that of the label; undefined where there is none. */
type Reading = number | Readonly<Record<string, number>> | undefined;

interface ReadGauge {
  readonly name: string;
  readonly help: string;
  /** The name of its only label, if it has one. */
  readonly label?: string;
  readonly read: () => Promise<Reading>;
}

/** Adds gauges that are read from the database or a disk at each scrape. */
type AddReadGauge = (gauge: ReadGauge) => void;

/** One that can't be read has no value then, and doesn't keep the scrape from the others. */
function readGauges(registry: Registry, onError: (error: unknown) => void): AddReadGauge {
  async function inTime<T>(answer: Promise<T>): Promise<T> {
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new Error('no answer in time')), readWithinMs);
    return Promise.race([answer, late]).finally(() => clearTimeout(timer));
  }
  return ({ name, help, label, read }) =>
    new Gauge({
      name,
      help,
      labelNames: label === undefined ? [] : [label],
      registers: [registry],
      async collect() {
        let found: Reading;
        try {
          found = await inTime(read());
        } catch (error) {
          onError(error);
        }
        // A gauge without labels is 0 after a reset.
        if (label === undefined) this.remove();
        else this.reset();
        if (typeof found === 'number') this.set(found);
        else if (label !== undefined)
          for (const [key, value] of Object.entries(found ?? {})) this.set({ [label]: key }, value);
      },
    });
}

function watchBackup(add: AddReadGauge, newest: () => Promise<NewestBackup>): void {
  add({
    name: 'content_hub_backup_age_seconds',
    help: 'Age of the newest backup that was found good; nothing where there is none.',
    async read() {
      const { ageMs } = await newest();
      return ageMs === undefined ? undefined : ageMs / 1_000;
    },
  });
  add({
    name: 'content_hub_backup_late',
    help: '1 where a backup was missed.',
    read: async () => ((await newest()).isLate ? 1 : 0),
  });
}

const replicaStates: readonly ReplicaStatus['state'][] = [
  'current',
  'behind',
  'unreachable',
  'foreign',
];

function watchReplica(registry: Registry, status: Storage['replicaStatus']): void {
  new Gauge({
    name: 'content_hub_replica_state',
    help: '1 for the state that the replica is in; unless it is current, reads go to the primary.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const now = status();
      for (const state of replicaStates) this.set({ state }, now?.state === state ? 1 : 0);
    },
  });
  new Gauge({
    name: 'content_hub_replica_lag_seconds',
    help: 'Time since the replica was last found to have replayed everything, which is looked at every second.',
    registers: [registry],
    collect() {
      const now = status();
      if (now) this.set(Math.max(0, (Date.now() - now.caughtUpAt) / 1_000));
    },
  });
}

function watchOutbox(add: AddReadGauge, figures: () => Promise<OutboxFigures>): void {
  add({
    name: 'content_hub_outbox_waiting',
    help: 'E-mails that wait to be sent, newsletters aside; the same in every process.',
    read: async () => (await figures()).waiting,
  });
  add({
    name: 'content_hub_outbox_oldest_seconds',
    help: 'Age of the oldest e-mail that waits; nothing where none does.',
    async read() {
      const { oldest } = await figures();
      return oldest === undefined ? undefined : Math.max(0, (Date.now() - oldest) / 1_000);
    },
  });
  add({
    name: 'content_hub_outbox_failed',
    help: 'E-mails of the last 30 days that were given up.',
    read: async () => (await figures()).failed,
  });
}

function watchTexts(add: AddReadGauge, count: () => Promise<TextsInQuestion>): void {
  add({
    name: 'content_hub_texts_in_question',
    help: 'Texts with reports that nobody has dealt with, and texts that wait for approval, up to 1,000 of each; the same in every process.',
    label: 'why',
    async read() {
      const { reported, waiting } = await count();
      return { reported, waiting };
    },
  });
}

function watchDisks(add: AddReadGauge, disks: () => Promise<ReadonlyMap<string, number>>): void {
  add({
    name: 'content_hub_disk_free_bytes',
    help: 'What this user may still write, by the setting that names the folder.',
    label: 'folder',
    read: async () => Object.fromEntries(await disks()),
  });
}

/**
 * Starts measuring. Created before the site, so that no queue is missed. Calls `onError` with the reason why a value is
 * missing in a scrape.
 */
export function createMetrics(
  engine: Engine,
  onError: (error: unknown) => void = () => {},
): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const stops = [subscribeToDurations(registry, engine), subscribeToQueues(registry)];
  return {
    registry,
    observe: observeRequests(registry, createRouteNames(allPaths)),
    watch({ pageCache, backup, replica, outbox, texts, disks }) {
      watchFinishedPages(registry, () => pageCache.stats());
      const add = readGauges(registry, onError);
      watchOutbox(add, outbox);
      watchTexts(add, texts);
      watchDisks(add, disks);
      if (backup) watchBackup(add, backup);
      if (replica?.()) watchReplica(registry, replica);
    },
    close() {
      for (const stop of stops) stop();
    },
  };
}
