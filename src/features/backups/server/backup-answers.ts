import { type Answer, answer } from '../../../identity/answer.ts';
import type { ReplyOf } from '../../../platform/contract/define-endpoint.ts';
import { backupState } from '../contract.ts';

export interface BackupParts {
  /** Reads the state of the backup folder. */
  readonly readBackups: () => Promise<ReplyOf<typeof backupState>>;
}

/** Owners can only read the state of the backups. The operator of the server makes and restores them. */
export function backupAnswers({ readBackups }: BackupParts): readonly Answer[] {
  return [answer(backupState, readBackups)];
}
