import path from 'node:path';
import { defineFeature } from '../../identity/define-feature.ts';
import { sharePicturesFolder } from '../../storage/sqlite/private-files.ts';
import { createSharePictures, type SharePictureParts } from './server/serve-share-pictures.ts';
import { createShareDrawer } from './server/share-drawer.ts';
import { openShareStore } from './server/share-store.ts';

interface Parts extends Omit<SharePictureParts, 'store' | 'drawer' | 'onError'> {
  readonly config: { readonly dataDir: string };
  readonly logErrors: (what: string) => (error: unknown) => void;
}

export const sharingFeature = defineFeature({
  name: 'sharing',
  start({ config, logErrors, ...parts }: Parts) {
    const store = openShareStore(path.join(config.dataDir, sharePicturesFolder));
    const drawer = createShareDrawer();
    const onError = logErrors('picture to share not drawn');
    return {
      serve: createSharePictures({ ...parts, store, drawer, onError }),
      sweeps: [() => store.sweep()],
      close: drawer.close,
    };
  },
});
