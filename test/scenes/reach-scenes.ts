import { paths } from '../../src/paths.ts';
import { arriveFailing, arriveWaiting, type Scene } from './scene.ts';

const ofOwner = { content: 'demo', isOwner: true } as const;
const tags = { screen: 'manage-tags', path: paths.manageTags.to(), ...ofOwner } as const;
const imports = { screen: 'import', path: paths.manageImport.to(), ...ofOwner } as const;
const webhooks = { screen: 'webhooks', path: paths.manageWebhooks.to(), ...ofOwner } as const;
const authors = { screen: 'imported-authors', path: paths.manageAuthors.to(), ...ofOwner } as const;
const addresses = { screen: 'addresses', path: paths.manageAddresses.to(), ...ofOwner } as const;

/** Tags, imports, webhooks and the other pages for moving a site, being found and integrating. */
export const reachScenes: readonly Scene[] = [
  { ...tags, state: 'normal' },
  { ...tags, state: 'none', path: paths.manageTags.to({ search: 'nothing at all' }) },
  { ...imports, state: 'normal' },
  { ...imports, state: 'error', arrive: arriveFailing('**/api/manage/**') },
  { ...webhooks, state: 'normal' },
  { ...webhooks, state: 'error', arrive: arriveFailing('**/api/manage/webhooks') },
  { ...authors, state: 'normal' },
  { ...addresses, state: 'normal' },
  { ...addresses, state: 'loading', arrive: arriveWaiting('**/api/manage/**') },
  { screen: 'tags', state: 'normal', content: 'demo', path: paths.tags.to() },
  { screen: 'on-this-device', state: 'none', content: 'demo', path: paths.onThisDevice.to() },
  {
    screen: 'all-blogs',
    state: 'in-the-text',
    content: 'demo',
    isMember: true,
    path: paths.allBlogs.to({ search: 'bread' }),
  },
];
