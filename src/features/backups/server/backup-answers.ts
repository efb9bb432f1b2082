import { type Answer, answer } from '../../../identity/answer.ts';
import type { ReplyOf } from '../../../platform/contract/define-endpoint.ts';
import { backupState } from '../contract.ts';

export interface BackupParts {
  /** What lies in the folder of the backups now. */
  readonly readBackups: () => Promise<ReplyOf<typeof backupState>>;
}

/** What owners see of the backups. The operator of the server makes and restores them. */
export function backupAnswers({ readBackups }: BackupParts): readonly Answer[] {
  return [answer(backupState, readBackups)];
}
