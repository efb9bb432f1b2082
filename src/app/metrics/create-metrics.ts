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

function watchBackup(registry: Registry, newest: () => Promise<NewestBackup>): void {
  const registers = [registry];
  new Gauge({
    name: 'content_hub_backup_age_seconds',
    help: 'Age of the newest backup that was found good; nothing where there is none.',
    registers,
    async collect() {
      const { ageMs } = await newest();
      if (ageMs === undefined) this.remove();
      else this.set(ageMs / 1_000);
    },
  });
  new Gauge({
    name: 'content_hub_backup_late',
    help: '1 where a backup was missed.',
    registers,
    async collect() {
      this.set((await newest()).isLate ? 1 : 0);
    },
  });
}

const replicaStates: readonly ReplicaStatus['state'][] = ['current', 'behind', 'unreachable'];

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
}

function watchOutbox(registry: Registry, figures: () => Promise<OutboxFigures>): void {
  const registers = [registry];
  new Gauge({
    name: 'content_hub_outbox_waiting',
    help: 'E-mails that wait to be sent, newsletters aside; the same in every process.',
    registers,
    async collect() {
      this.set((await figures()).waiting);
    },
  });
  new Gauge({
    name: 'content_hub_outbox_oldest_seconds',
    help: 'Age of the oldest e-mail that waits; nothing where none does.',
    registers,
    async collect() {
      const { oldest } = await figures();
      if (oldest === undefined) this.remove();
      else this.set(Math.max(0, (Date.now() - oldest) / 1_000));
    },
  });
  new Gauge({
    name: 'content_hub_outbox_failed',
    help: 'E-mails of the last 30 days that were given up.',
    registers,
    async collect() {
      this.set((await figures()).failed);
    },
  });
}

function watchTexts(registry: Registry, count: () => Promise<TextsInQuestion>): void {
  new Gauge({
    name: 'content_hub_texts_in_question',
    help: 'Texts with reports that nobody has dealt with, and texts that wait for approval, up to 1,000 of each; the same in every process.',
    labelNames: ['why'],
    registers: [registry],
    async collect() {
      const { reported, waiting } = await count();
      this.set({ why: 'reported' }, reported);
      this.set({ why: 'waiting' }, waiting);
    },
  });
}

function watchDisks(registry: Registry, disks: () => Promise<ReadonlyMap<string, number>>): void {
  new Gauge({
    name: 'content_hub_disk_free_bytes',
    help: 'What this user may still write, by the setting that names the folder.',
    labelNames: ['folder'],
    registers: [registry],
    async collect() {
      for (const [folder, bytes] of await disks()) this.set({ folder }, bytes);
    },
  });
}

/** Starts measuring. Created before the site, so that no queue is missed. */
export function createMetrics(engine: Engine): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const stops = [subscribeToDurations(registry, engine), subscribeToQueues(registry)];
  return {
    registry,
    observe: observeRequests(registry, createRouteNames(allPaths)),
    watch({ pageCache, backup, replica, outbox, texts, disks }) {
      watchFinishedPages(registry, () => pageCache.stats());
      watchOutbox(registry, outbox);
      watchTexts(registry, texts);
      watchDisks(registry, disks);
      if (backup) watchBackup(registry, backup);
      if (replica?.()) watchReplica(registry, replica);
    },
    close() {
      for (const stop of stops) stop();
    },
  };
}
