import { readFileOf } from '../files/find-file.ts';
import type { OpenFormat } from '../format.ts';
import { readSubscribers, subscriberLists } from './read-subscribers.ts';

/** Opens lists of subscribers, as exported by Mailchimp, Substack, Ghost and others. */
export const openSubscribers: OpenFormat = async (files, heads) => {
  const lists = await subscriberLists(files, heads);
  const [first] = lists;
  if (first === undefined) return undefined;
  return {
    system: /(?:^|,)"?(?:euid|leid)"?(?:,|\s)/i.test(await heads(first))
      ? 'Mailchimp'
      : 'A list of subscribers',
    async *items() {
      for (const name of lists) yield* readSubscribers(files, name, await heads(name));
    },
    readFile: readFileOf(files),
    close: () => files.close(),
  };
};
