import path from 'node:path';
import { readConfig } from './config.ts';
import { explainStartFailure } from './serving/terminal.ts';
import { isSupervisor, superviseWorkers } from './serving/workers.ts';

const projectFolder = path.resolve(import.meta.dirname, '../..');

async function start(): Promise<void> {
  const config = readConfig(process.env);
  // Loaded separately: the process that only supervises workers stays small and starts fast.
  if (!isSupervisor(config.workers)) {
    const { runSite } = await import('./serving/run-site.ts');
    await runSite(config, projectFolder);
    return;
  }
  if (config.metrics) {
    const { exposeWorkerMetrics } = await import('./metrics/expose-worker-metrics.ts');
    await exposeWorkerMetrics(config);
  }
  await superviseWorkers(config.workers, config.siteUrl);
}

try {
  await start();
} catch (error) {
  process.stderr.write(`${explainStartFailure(error)}\n`);
  process.exit(1);
}
