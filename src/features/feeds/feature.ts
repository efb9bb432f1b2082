import { defineFeature } from '../../identity/define-feature.ts';
import * as contract from './contract.ts';
import { type FeedParts, feedAnswers } from './server/feed-answers.ts';

interface Parts extends Omit<FeedParts, 'securityContact'> {
  readonly config: Pick<FeedParts, 'securityContact'>;
}

export const feedsFeature = defineFeature({
  name: 'feeds',
  contracts: [contract],
  start: ({ config, ...parts }: Parts) => ({
    answers: feedAnswers({ ...parts, securityContact: config.securityContact }),
  }),
});
