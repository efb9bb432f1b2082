import { defineEndpoint } from '../../../platform/contract/define-endpoint.ts';
import { defineProblem, tooManyRequests } from '../../../platform/contract/problems.ts';
import { emptyFieldSchema } from '../../../platform/text/empty-field.ts';
import { contactMessageSchema } from './contact-message.ts';

export const contactOff = defineProblem(
  'contact-off',
  409,
  'Messages are not taken here any more.',
);
export const inboxFull = defineProblem(
  'inbox-full',
  409,
  'There is no room for more messages now. Please write to the email address on this page.',
);

export const sendMessage = defineEndpoint({
  method: 'POST',
  path: '/api/contact',
  access: 'public',
  summary: 'Leaves a message for the owner of the site, where the owner takes them.',
  body: contactMessageSchema.extend({ homepage: emptyFieldSchema }),
  refusals: [contactOff, inboxFull, tooManyRequests],
});
