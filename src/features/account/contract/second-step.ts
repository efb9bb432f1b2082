import { z } from 'zod';

/** What may follow the first step of a sign-in, in the order in which they are offered. */
const methodSchema = z.enum(['passkey', 'code', 'recovery-code']);
export type Method = z.output<typeof methodSchema>;

/** The first step of a sign-in went well, and the account asks for another: `POST /identity/second-factor`. */
export const secondStepSchema = z.object({
  secondStep: z.object({
    /** Good for five minutes, once. */
    ticket: z.string(),
    methods: z.array(methodSchema),
  }),
});
export type SecondStep = z.output<typeof secondStepSchema>['secondStep'];
