import path from 'node:path';
import { defineFeature } from '../../identity/define-feature.ts';
import { createJobProcess } from '../../platform/threads/job-process.ts';
import { sharePicturesFolder } from '../../storage/sqlite/private-files.ts';
import { createSharePictures, type SharePictureParts } from './server/serve-share-pictures.ts';
import type { DrawnPicture, ShareJob } from './server/share-job.ts';
import { openShareStore } from './server/share-store.ts';

interface Parts extends Omit<SharePictureParts, 'store' | 'drawer' | 'onError'> {
  readonly config: { readonly dataDir: string };
  readonly logErrors: (what: string) => (error: unknown) => void;
}

/** Milliseconds by the clock; a picture takes half a second on a slow machine. */
const deadlineMs = 20_000;
/** More than a burst of previews asks for; the rest is told to come again. */
const waitingMax = 16;

export const sharingFeature = defineFeature({
  name: 'sharing',
  start({ config, logErrors, ...parts }: Parts) {
    const store = openShareStore(path.join(config.dataDir, sharePicturesFolder));
    const drawer = createJobProcess<ShareJob, DrawnPicture>({
      script: new URL('./server/share-process.ts', import.meta.url),
      deadline: deadlineMs,
      waitingMax,
      failed: (reason) => ({ outcome: 'failed', reason }),
      isSound: ({ outcome }) => outcome === 'drawn',
    });
    const onError = logErrors('picture to share not drawn');
    return {
      serve: createSharePictures({ ...parts, store, drawer, onError }),
      sweeps: [() => store.sweep()],
      close: drawer.close,
    };
  },
});
