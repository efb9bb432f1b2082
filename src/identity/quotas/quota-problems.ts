import { defineProblem } from '../../platform/contract/problems.ts';

/** Retrying doesn't help: the author has to delete something. */
export const noRoomLeft = defineProblem(
  'no-room-left',
  413,
  'Your account is full. Please delete blogs, drafts or comments that you no longer need, or make this text shorter.',
);

/** Sent with the time to wait. */
export const enoughForToday = defineProblem(
  'enough-for-today',
  429,
  'You have written as much as one may in a day.',
);

export const downloadRunning = defineProblem(
  'download-running',
  429,
  'Your last download is still on its way. Please try again when it has ended.',
);
