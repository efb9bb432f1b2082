import { z } from 'zod';
import { defineEndpoint } from '../../../platform/contract/define-endpoint.ts';
import { readSignals, readsPath } from '../read-signal.ts';

export const noteRead = defineEndpoint({
  method: 'POST',
  path: readsPath,
  access: 'guest',
  summary:
    'Says that a page of a blog was opened, or read to its end. Counted as a sum, if at all: the reply is the same.',
  body: z.object({
    blogId: z.string().max(36),
    kind: z.enum(readSignals, { error: 'kind must be opened or finished.' }),
  }),
  bodyLimit: 512,
});
