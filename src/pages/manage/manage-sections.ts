import { paths } from '../../paths.ts';
import type { PageAddress } from '../../platform/contract/define-page-address.ts';

interface Section {
  readonly label: string;
  /** Its `access` decides who sees the section. */
  readonly address: PageAddress & { readonly to: () => string };
}

/** The sections of Manage, in the order of the navigation. */
export const sections: readonly Section[] = [
  { label: 'Reports', address: paths.manage },
  { label: 'Blogs', address: paths.managedBlogs },
  { label: 'Comments', address: paths.managedComments },
  { label: 'People', address: paths.managePeople },
  { label: 'Tags', address: paths.manageTags },
  { label: 'Authors', address: paths.manageAuthors },
  { label: 'Pictures', address: paths.managePictures },
  { label: 'Messages', address: paths.manageMessages },
  { label: 'Newsletter', address: paths.manageNewsletter },
  { label: 'Email', address: paths.manageMail },
  { label: 'Webhooks', address: paths.manageWebhooks },
  { label: 'Addresses', address: paths.manageAddresses },
  { label: 'Personal data', address: paths.managePersonalData },
  { label: 'Settings', address: paths.manageSettings },
  { label: 'Backups', address: paths.manageBackups },
  { label: 'Import', address: paths.manageImport },
  { label: 'Export', address: paths.manageExport },
  { label: 'Log', address: paths.manageLog },
];
