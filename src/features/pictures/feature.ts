import type { FastifyBaseLogger } from 'fastify';
import { defineFeature } from '../../identity/define-feature.ts';
import type { Sessions } from '../../identity/session/session.ts';
import * as manage from './contract/manage.ts';
import * as contract from './contract/pictures.ts';
import { clearedRetention, personalCleared } from './server/manage/cleared-profiles.ts';
import { manageAnswers } from './server/manage/manage-answers.ts';
import { picturesSinceBackup } from './server/manage/since-backup.ts';
import { personalPictures } from './server/personal-pictures.ts';
import { type PictureParts, pictureAnswers } from './server/picture-answers.ts';
import { createPictureVisibility, type VisibilityParts } from './server/picture-visibility.ts';
import { createPictureServing } from './server/serve-pictures.ts';
import { folderRetention } from './server/shared-folder.ts';
import { type SweepParts, sweepPictures } from './server/sweep-pictures.ts';

export { openPictures } from './server/bucket/open-pictures.ts';
export { createPictureFiles } from './server/carry-pictures.ts';
export { picturesName } from './server/personal-pictures.ts';
export { createPictureMaker, type PictureMaker } from './server/picture-maker.ts';
export { isTakenDown } from './server/picture-store.ts';

export { sharePictures } from './server/share-pictures.ts';
export { watchSharedFolder } from './server/shared-folder.ts';

interface Parts extends Omit<PictureParts, 'folder' | 'maker' | 'limits'> {
  readonly pictures: Pick<PictureParts, 'folder' | 'maker'>;
  readonly textsOf: SweepParts['textsOf'];
  readonly isPreviewOpen: VisibilityParts['isPreviewOpen'];
  readonly settings: { get(): Promise<object> };
  readonly identity: { readonly sessions: Pick<Sessions, 'personOf'> };
  /** Undefined if no other machine can have a picture folder of its own. */
  readonly sharedFolder: { begin(): () => Promise<void> } | undefined;
  readonly log: FastifyBaseLogger;
  readonly isHttps: boolean;
  readonly logErrors: (what: string) => (error: unknown) => void;
  readonly config: { readonly pictures: PictureParts['limits'] };
}

export const picturesFeature = defineFeature({
  name: 'pictures',
  contracts: [contract, manage],
  retention: [...clearedRetention, ...folderRetention],
  sinceBackup: {
    undone: 'pictures that were taken down, bios and photos that were cleared',
    reapply: picturesSinceBackup,
  },
  notInBackups: { upload_folders: 'which machines run now' },
  personalData: (storage) => [personalPictures(storage), personalCleared(storage)],
  start({
    pictures,
    sharedFolder,
    textsOf,
    isHttps,
    logErrors,
    config,
    identity,
    log,
    ...parts
  }: Parts) {
    const { folder, maker } = pictures;
    const siteTexts = async () => JSON.stringify(await parts.settings.get());
    const visibility = createPictureVisibility({
      ...parts,
      siteTexts,
      personOf: ({ headers }) => identity.sessions.personOf({ headers, ip: '', log }),
    });
    return {
      answers: [
        ...pictureAnswers({ ...parts, ...pictures, limits: config.pictures }),
        ...manageAnswers({ ...parts, visibility, siteTexts, now: Date.now }),
      ],
      jobs: [
        () => {
          folder.probe().catch(logErrors('no pictures can be kept'));
          return async () => {};
        },
        ...(sharedFolder ? [sharedFolder.begin] : []),
      ],
      sweeps: [() => sweepPictures({ ...parts, folder, textsOf })],
      serve: createPictureServing({
        folder,
        visibility,
        isHttps,
        onError: logErrors('picture not served'),
      }),
      async close() {
        visibility.close();
        await maker.close();
      },
    };
  },
});
export { createPictureTaker } from './server/take-picture.ts';
