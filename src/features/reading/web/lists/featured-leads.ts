import type { FeaturedRule } from '../../../../platform/site/own-settings.ts';

/** The page's descriptions of the rules for featured blogs. */
export const featuredLeads: Readonly<Record<FeaturedRule, string>> = {
  longest: 'The ten blogs with the highest word count: the long reads.',
  discussed: 'The ten blogs that most people saved and discussed in the last thirty days.',
  chosen: 'Chosen by hand by the people who run this site.',
};
