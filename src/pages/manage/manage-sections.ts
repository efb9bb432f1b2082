import { paths } from '../../paths.ts';
import type { PageAddress } from '../../platform/contract/define-page-address.ts';

interface Section {
  readonly label: string;
  /** Its `access` decides who sees the section. */
  readonly address: PageAddress & { readonly to: () => string };
  /** What of it waits, by its name in the reply of `staffStanding`. */
  readonly task?: 'reports' | 'messages';
}

interface SectionGroup {
  readonly heading: string;
  readonly sections: readonly Section[];
}

/** The sections of Manage, in the order of the navigation. */
export const sectionGroups: readonly SectionGroup[] = [
  {
    heading: 'Texts',
    sections: [
      { label: 'Reports', address: paths.manage, task: 'reports' },
      { label: 'Blogs', address: paths.managedBlogs },
      { label: 'Comments', address: paths.managedComments },
      { label: 'Tags', address: paths.manageTags },
      { label: 'Authors', address: paths.manageAuthors },
      { label: 'Pictures', address: paths.managePictures },
    ],
  },
  {
    heading: 'People',
    sections: [
      { label: 'People', address: paths.managePeople },
      { label: 'Messages', address: paths.manageMessages, task: 'messages' },
      { label: 'Newsletter', address: paths.manageNewsletter },
      { label: 'Personal data', address: paths.managePersonalData },
    ],
  },
  {
    heading: 'Site',
    sections: [
      { label: 'Settings', address: paths.manageSettings },
      { label: 'Email', address: paths.manageMail },
      { label: 'Webhooks', address: paths.manageWebhooks },
      { label: 'Addresses', address: paths.manageAddresses },
      { label: 'Backups', address: paths.manageBackups },
      { label: 'Import', address: paths.manageImport },
      { label: 'Export', address: paths.manageExport },
      { label: 'Log', address: paths.manageLog },
    ],
  },
];
