import { insertImportedComments, readImportedComment } from '../features/comments/feature.ts';
import {
  importSubscriber,
  lookAtSubscriber,
  subscribersLock,
} from '../features/newsletter/feature.ts';
import type { ImportPorts } from '../features/transfer/server/import/bring-in/bring-in.ts';
import { addRedirects } from './site-parts.ts';

/** What an import has of other features, beside the pictures. */
export const importPorts: Omit<ImportPorts, 'takePicture' | 'fetchPublic'> = {
  readComment: readImportedComment,
  insertComments: insertImportedComments,
  async keepAddresses(write, blogId, addresses) {
    await addRedirects(write, blogId, addresses);
  },
  subscribers: {
    lockKeys: [subscribersLock],
    look: lookAtSubscriber,
    add: importSubscriber,
  },
};
