import { defineFeature } from '../identity/define-feature.ts';
import * as contract from './contract.ts';
import * as held from './held.ts';
import { blogAnswers } from './server/blog-answers.ts';
import { textsSinceBackup } from './server/held/since-backup.ts';
import type { RenderedTextsParts } from './server/html/rendered-texts.ts';
import { startRenewal } from './server/html/renew-html.ts';
import { startIndexing } from './server/index-older.ts';
import { startRelating } from './server/relate-older.ts';
import { removedTexts } from './server/removed-texts.ts';
import { indexAllAnew, indexTables } from './server/text-index.ts';
import { forgetLostWords } from './server/title-words.ts';
import * as tagSuggestions from './tag-suggestions.ts';

interface BlogParts extends Omit<RenderedTextsParts, 'onError'> {
  readonly logErrors: (what: string) => (error: unknown) => void;
}

export const blogFeature = defineFeature({
  name: 'blog',
  contracts: [contract, held, tagSuggestions],
  retention: removedTexts,
  notInBackups: {
    ...Object.fromEntries(indexTables.map((name) => [name, 'made anew of the texts'])),
    unindexed_blogs: 'all of them are, after a restore',
  },
  afterRestore: indexAllAnew,
  sinceBackup: {
    undone:
      'texts that staff took down, closed to comments or took out of the featured, and texts that were deleted or unpublished',
    reapply: textsSinceBackup,
  },
  start({ logErrors, ...parts }: BlogParts) {
    const all = { ...parts, onError: logErrors('text not laid out') };
    const indexing = { ...parts, onError: logErrors('texts not indexed') };
    return {
      answers: blogAnswers(all),
      sweeps: [() => forgetLostWords(parts.storage)],
      jobs: [
        () => startRenewal(all).stop,
        () => startRelating(all).stop,
        () => startIndexing(indexing),
      ],
    };
  },
});
