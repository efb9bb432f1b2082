import { createTagRewriter } from '../../blog/server/tags/rewrite-tags.ts';
import { forgetUnusedTags } from '../../blog/server/tags/store-tags.ts';
import { defineFeature } from '../../identity/define-feature.ts';
import type { StaffParts } from '../../identity/owners.ts';
import * as manage from './contract/manage.ts';
import * as tags from './contract/tags.ts';
import { manageAnswers } from './server/manage-answers.ts';
import { tagAnswers } from './server/tag-answers.ts';

interface TagParts extends StaffParts {
  readonly logErrors: (what: string) => (error: unknown) => void;
}

/** Tags, in addition to the six categories; the tags of a text are stored with the blog. */
export const tagsFeature = defineFeature({
  name: 'tags',
  contracts: [tags, manage],
  start({ logErrors, ...parts }: TagParts) {
    const rewriter = createTagRewriter(parts.storage, logErrors('tags of texts not renamed'));
    return {
      answers: [...tagAnswers(parts), ...manageAnswers({ ...parts, rewriter })],
      sweeps: [rewriter.run, () => forgetUnusedTags(parts.storage)],
      close: rewriter.close,
    };
  },
});
