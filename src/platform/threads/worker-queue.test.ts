import { expect, onTestFinished, test } from 'vitest';
import { OutOfBounds } from './job-thread.ts';
import { createWorkerQueue, type WorkerQueueOptions } from './worker-queue.ts';

const script = new URL('./testing-thread.ts', import.meta.url);

function start(options: Partial<WorkerQueueOptions> = {}) {
  const worker = createWorkerQueue<string, string>({ script, isKept: true, ...options });
  onTestFinished(() => worker.close());
  return (input: string, cpuMs = 60_000) => worker.run(input, { owner: 'ada', size: 1, cpuMs });
}

test.each([true, false])(
  'a job that ends its thread rejects with the reason, and the next job gets a new thread (kept: %s)',
  async (isKept) => {
    const run = start({ isKept });
    expect(await run('echo')).toBe('echo');
    await expect(run('throw')).rejects.toThrow('A bug.');
    expect(await run('echo')).toBe('echo');
    await expect(run('exit')).rejects.toThrow('The thread ended before its job.');
    await expect(run('spin', 50)).rejects.toBeInstanceOf(OutOfBounds);
    expect(await run('echo')).toBe('echo');
  },
);

test('a job that exceeds the memory limit is ended, and the next job runs', async () => {
  const run = start({ memoryMb: 24 });
  await expect(run('hoard')).rejects.toBeInstanceOf(OutOfBounds);
  expect(await run('echo')).toBe('echo');
});
