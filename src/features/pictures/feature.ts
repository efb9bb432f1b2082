import { defineFeature } from '../../identity/define-feature.ts';
import * as contract from './contract.ts';
import { personalPictures } from './server/personal-pictures.ts';
import { type PictureParts, pictureAnswers } from './server/picture-answers.ts';
import { createPictureServing } from './server/serve-pictures.ts';
import { type SweepParts, sweepPictures } from './server/sweep-pictures.ts';

export { openPictures } from './server/bucket/open-pictures.ts';
export { createPictureFiles } from './server/carry-pictures.ts';
export { picturesName } from './server/personal-pictures.ts';
export { createPictureMaker } from './server/picture-maker.ts';

interface Parts extends Omit<PictureParts, 'folder' | 'maker' | 'limits'> {
  readonly pictures: Pick<PictureParts, 'folder' | 'maker'>;
  readonly textsOf: SweepParts['textsOf'];
  readonly isHttps: boolean;
  readonly logErrors: (what: string) => (error: unknown) => void;
  readonly config: { readonly pictures: PictureParts['limits'] };
}

export const picturesFeature = defineFeature({
  name: 'pictures',
  contracts: [contract],
  personalData: (storage) => [personalPictures(storage)],
  start({ pictures, textsOf, isHttps, logErrors, config, ...parts }: Parts) {
    const { folder, maker } = pictures;
    return {
      answers: pictureAnswers({ ...parts, ...pictures, limits: config.pictures }),
      jobs: [
        () => {
          folder.probe().catch(logErrors('no pictures can be kept'));
          return async () => {};
        },
      ],
      sweeps: [() => sweepPictures({ ...parts, folder, textsOf })],
      serve: createPictureServing({ folder, isHttps, onError: logErrors('picture not served') }),
      close: () => maker.close(),
    };
  },
});
