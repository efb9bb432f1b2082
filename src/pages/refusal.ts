import { useLoaderData } from 'react-router';
import { z } from 'zod';

const refusalSchema = z.object({ refusal: z.string() });
export type Refusal = z.output<typeof refusalSchema>;

/** Why the API would not answer what the page's address asks, in words for people; undefined when it did. */
export function useRefusal(): string | undefined {
  return refusalSchema.safeParse(useLoaderData()).data?.refusal;
}
