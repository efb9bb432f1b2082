import { defineFeature } from '../../identity/define-feature.ts';
import { startBackground } from '../../storage/background/background.ts';
import { everything } from '../../storage/storage.ts';
import * as beside from './contract/beside.ts';
import * as history from './contract/history.ts';
import * as contract from './contract/lists.ts';
import * as reads from './contract/reads.ts';
import { countDiscussed } from './server/count-discussed.ts';
import { type HistoryParts, historyAnswers } from './server/history/history-answers.ts';
import { historyRetention } from './server/history/history-store.ts';
import {
  historiesSinceBackup,
  personalHistory,
  personalHistoryStop,
} from './server/history/personal-history.ts';
import { type ReadingParts, readingAnswers } from './server/reading-answers.ts';
import { createReadCounter } from './server/reads/read-counter.ts';
import { personalReads, readRetention } from './server/reads/read-store.ts';
import { startStoringReads } from './server/reads/store-reads-job.ts';

export { countReads } from './server/reads/read-store.ts';

/** Interval of the check whether a count of discussed blogs is due: hourly, and after the settings are saved. */
const lookEveryMs = 10 * 60_000;

interface Parts extends Omit<ReadingParts, 'counter'>, HistoryParts {
  readonly logErrors: (what: string) => (error: unknown) => void;
}

export const readingFeature = defineFeature({
  name: 'reading',
  contracts: [contract, beside, reads, history],
  retention: [...readRetention, ...historyRetention],
  sinceBackup: {
    undone: 'reading histories that were switched off',
    reapply: historiesSinceBackup,
  },
  personalData: (storage) => [
    personalReads(storage),
    personalHistory(storage),
    personalHistoryStop(storage),
  ],
  start({ storage, limiter, settings, logErrors }: Parts) {
    const counter = createReadCounter();
    const onError = logErrors('discussed blogs not counted');
    const isWanted = async () => (await settings.get()).featured === 'discussed';
    const discussed = { storage, isWanted, onError };
    return {
      answers: [
        ...readingAnswers({ storage, settings, counter }),
        ...historyAnswers({ storage, limiter }),
      ],
      jobs: [
        () =>
          startBackground({
            storage,
            tag: everything,
            everyMs: lookEveryMs,
            work: (signal) => countDiscussed(discussed, signal),
            onError,
          }),
        () => startStoringReads({ storage, counter, onError: logErrors('reads not stored') }),
      ],
    };
  },
});
