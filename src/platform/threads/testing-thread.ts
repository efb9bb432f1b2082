import { answerJobs } from './answer-jobs.ts';

/** A worker for tests whose behaviour the job selects. */
answerJobs((job: 'echo' | 'throw' | 'exit' | 'hoard' | 'spin') => {
  if (job === 'throw') throw new Error('A bug.');
  if (job === 'exit') process.exit(3);
  if (job === 'hoard') {
    const hoard: unknown[] = [];
    for (;;) hoard.push(Array.from({ length: 1_000 }, (_, item) => ({ item })));
  }
  while (job === 'spin');
  return job;
});
