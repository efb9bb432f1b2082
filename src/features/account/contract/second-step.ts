import { z } from 'zod';

/** Methods for the second step of a sign-in, in the order in which they are offered. */
const methodSchema = z.enum(['passkey', 'code', 'recovery-code']);
export type Method = z.output<typeof methodSchema>;

/** The first step succeeded, and the account requires a second: `POST /identity/second-factor`. */
export const secondStepSchema = z.object({
  secondStep: z.object({
    /** Valid for five minutes, once. */
    ticket: z.string(),
    methods: z.array(methodSchema),
  }),
});
export type SecondStep = z.output<typeof secondStepSchema>['secondStep'];
