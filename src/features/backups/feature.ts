import { defineFeature, type Job } from '../../identity/define-feature.ts';
import * as contract from './contract.ts';
import { type BackupParts, backupAnswers } from './server/backup-answers.ts';

interface Parts extends BackupParts {
  /** Makes backups on schedule. */
  readonly startBackups: Job;
}

export const backupsFeature = defineFeature({
  name: 'backups',
  contracts: [contract],
  start: ({ startBackups, readBackups }: Parts) => ({
    answers: backupAnswers({ readBackups }),
    jobs: [startBackups],
  }),
});
