import { blogTags, categoryNamed, readCategoryFilter } from './blog/contract.ts';
import { definePageAddress } from './platform/contract/define-page-address.ts';
import { noQuery, pageQuery, type QueryOf } from './platform/contract/page-query.ts';
import { toNfc } from './platform/text/normal-form.ts';
import { lengthOf } from './platform/text/read-text.ts';
import { Refused } from './platform/text/read-value.ts';

/**
 * The single list of page addresses: the router, links, guards, page cache, robots.txt, site map and document heads
 * derive from it. API endpoints are declared in the features' contracts.
 */

/** Most code points of a search. */
export const searchMax = 100;

/** Orders of the list of all blogs; empty is newest first. */
export const sorts = ['', 'newest', 'oldest'] as const;

export const notASort = 'sort must be empty, newest or oldest.';

/** Most characters of a cursor. */
export const cursorMax = 100;

function readCursor(given: string): string | Refused {
  if (given.length <= cursorMax && !given.includes('\0')) return given;
  return new Refused('cursor is not one that this site handed out.');
}

/** Query parameters of the list of all blogs, shared by the page and the API. */
export const allBlogsQuery = pageQuery({
  filter: readCategoryFilter,
  search(given) {
    if (!given.isWellFormed() || given.includes('\0')) {
      return new Refused("search holds characters that can't be used.");
    }
    const text = toNfc(given).trim();
    if (lengthOf(text) <= searchMax) return text;
    return new Refused(`search can have at most ${searchMax} characters.`);
  },
  sort: (given) => sorts.find((sort) => sort === given) ?? new Refused(notASort),
  cursor: readCursor,
});

export const authorQuery = pageQuery({ cursor: readCursor });

export const tagQuery = pageQuery({ cursor: readCursor });
export const tagsQuery = pageQuery({ cursor: readCursor });

export const archiveQuery = pageQuery({ cursor: readCursor });

export const followingQuery = pageQuery({
  cursor: readCursor,
  /** Code of the problem that the form without a script returned when following an author failed. */
  refused: (given) => given,
});

export const historyQuery = pageQuery({ cursor: readCursor });

export const notificationsQuery = pageQuery({ cursor: readCursor });
export type AllBlogsRequest = QueryOf<typeof allBlogsQuery>;

/** Filter, search and order of the lists of Manage; the API validates the values. */
const managedQuery = pageQuery({
  show: readCursor,
  search: allBlogsQuery.shape.search,
  sort: readCursor,
  person: readCursor,
  cursor: readCursor,
});

/** The lists of the member's own writing; empty for what isn't published. */
export const writingLists = ['', 'published', 'scheduled', 'deleted'] as const;

/** Value of the `draft` parameter of Add Blog that starts another draft. */
export const anotherDraft = 'another';
const draftName = /^(?:another|new|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

const base = {
  query: noQuery,
  isListed: false,
  tags: null,
  layout: 'main',
  aside: 'beside',
  shape: 'form',
} as const;
/** Pages with the sidebar are invalidated when the lists change. */
const lists = () => [blogTags.lists];
const main = { ...base, access: 'public', isListed: true, tags: lists } as const;
/** For signed-in members only. */
const own = { ...base, access: 'member' } as const;
/** Pages about the member's own data, without the sidebar of blogs. */
const desk = { ...own, aside: 'none' } as const;
/**
 * For staff; all pages of Manage are inside `manage-layout.tsx`. Only the endpoints declare the queries of its lists,
 * since every reader loads this file.
 */
const manage = { ...base, access: 'staff', aside: 'none', shape: 'list' } as const;
const account = { ...base, access: 'public', layout: 'account', aside: 'none' } as const;
const asGiven = (given: string) => given;
/** `from` is the path to return to. */
const wayBack = pageQuery({ from: asGiven });
/** `invite` is the token of an invitation. */
const attempt = pageQuery({ from: asGiven, invite: asGiven });

export const paths = {
  home: definePageAddress({ ...main, path: '/', shape: 'front', page: 'home' }),
  allBlogs: definePageAddress({
    ...main,
    path: '/All-blogs',
    query: allBlogsQuery,
    shape: 'cards',
    page: 'reading/all-blogs',
  }),
  featuredBlogs: definePageAddress({
    ...main,
    path: '/Featured-Blogs',
    shape: 'table',
    page: 'reading/featured-blogs',
  }),
  contact: definePageAddress({ ...main, path: '/contact', page: 'emails/contact' }),
  blog: definePageAddress({
    ...main,
    path: '/blog/:id',
    query: pageQuery({
      /** `newest` for the newest comments first; empty for the oldest. */
      comments: (given) => (given === 'newest' ? given : ''),
    }),
    access: 'reader',
    tags: ({ id = '' }) => [blogTags.lists, blogTags.one(id)],
    memberTags: ({ id = '' }) => [blogTags.comments(id)],
    shape: 'article',
    page: 'reading/blog',
  }),
  /**
   * Blogs stored for offline reading. Also shown in the place of a page that can't be loaded, whose path is `from`
   * then.
   */
  onThisDevice: definePageAddress({
    ...base,
    access: 'public',
    path: '/on-this-device',
    aside: 'none',
    query: pageQuery({ from: (given) => given }),
    shape: 'list',
    page: 'reading/on-this-device',
  }),
  addBlog: definePageAddress({
    ...own,
    path: '/Add-Blog',
    aside: 'below',
    query: pageQuery({
      /** The key of a draft, or `anotherDraft`; empty for the most recently edited draft. */
      draft: (given) => (draftName.test(given) ? given : ''),
    }),
    shape: 'editor',
    page: 'writing/add-blog',
  }),
  author: definePageAddress({
    ...main,
    path: '/author/:id',
    query: authorQuery,
    shape: 'cards',
    page: 'reading/author',
  }),
  tags: definePageAddress({
    ...main,
    path: '/tags',
    query: tagsQuery,
    shape: 'list',
    page: 'reading/tags',
  }),
  tag: definePageAddress({
    ...main,
    path: '/tags/:tag',
    query: tagQuery,
    shape: 'cards',
    page: 'reading/tag',
  }),
  archive: definePageAddress({ ...main, path: '/archive', shape: 'list', page: 'reading/archive' }),
  archiveYear: definePageAddress({
    ...main,
    path: '/archive/:year',
    query: archiveQuery,
    shape: 'cards',
    page: 'reading/archive-year',
  }),
  archiveMonth: definePageAddress({
    ...main,
    path: '/archive/:year/:month',
    query: archiveQuery,
    shape: 'cards',
    page: 'reading/archive-month',
  }),
  wishlist: definePageAddress({
    ...own,
    path: '/Wishlist',
    query: pageQuery({
      category: categoryNamed,
      /** Code of the problem that the form without a script returned when adding a blog failed. */
      refused: asGiven,
    }),
    shape: 'pictures',
    page: 'reading/wishlist',
  }),
  following: definePageAddress({
    ...own,
    path: '/following',
    query: followingQuery,
    shape: 'cards',
    page: 'reading/following',
  }),
  notifications: definePageAddress({
    ...desk,
    path: '/notifications',
    query: notificationsQuery,
    shape: 'list',
    page: 'account/notifications',
  }),
  /** The reading history, with the progress in each blog. */
  history: definePageAddress({
    ...desk,
    path: '/history',
    query: historyQuery,
    shape: 'list',
    page: 'reading/history',
  }),
  updateBlog: definePageAddress({
    ...own,
    path: '/update-blog/:id',
    aside: 'below',
    shape: 'editor',
    page: 'writing/update-blog',
  }),
  account: definePageAddress({ ...desk, path: '/Account', page: 'account/account' }),
  myWriting: definePageAddress({
    ...desk,
    path: '/Account/writing',
    shape: 'list',
    query: pageQuery({
      list: (given) =>
        writingLists.find((list) => list === given) ??
        new Refused('list must be empty, published, scheduled or deleted.'),
      cursor: readCursor,
    }),
    page: 'writing/my-writing',
  }),
  /** A draft, for anyone with its secret link. */
  preview: definePageAddress({
    ...main,
    path: '/preview/:token',
    isListed: false,
    isSecret: true,
    tags: null,
    shape: 'article',
    page: 'writing/preview',
  }),
  signIn: definePageAddress({
    ...account,
    path: '/Account/signin',
    query: wayBack,
    isListed: true,
    page: 'account/sign-in',
  }),
  signUp: definePageAddress({
    ...account,
    path: '/Account/signup',
    query: attempt,
    isSecret: true,
    isListed: true,
    page: 'account/sign-up',
  }),
  /** Also an endpoint for scripts; a visitor who follows a link here gets a confirmation button. */
  logOut: definePageAddress({
    ...account,
    path: '/logout',
    query: noQuery,
    page: 'account/log-out',
  }),
  forgotPassword: definePageAddress({
    ...account,
    path: '/Account/forgot-password',
    query: wayBack,
    page: 'account/forgot-password',
  }),
  resetPassword: definePageAddress({
    ...account,
    path: '/Account/reset-password',
    isSecret: true,
    page: 'account/reset-password',
  }),
  verifyEmail: definePageAddress({
    ...account,
    path: '/Account/verify-email',
    isSecret: true,
    page: 'account/verify-email',
  }),
  confirmEmail: definePageAddress({
    ...account,
    path: '/Account/confirm-email',
    isSecret: true,
    page: 'account/confirm-email',
  }),
  /** Items that need review, and links to all other staff pages. */
  manage: definePageAddress({
    ...manage,
    path: '/Manage',
    query: pageQuery({ cursor: readCursor }),
    page: 'manage/reports',
  }),
  managedBlogs: definePageAddress({
    ...manage,
    path: '/Manage/blogs',
    query: managedQuery,
    page: 'manage/blogs',
  }),
  managedComments: definePageAddress({
    ...manage,
    path: '/Manage/comments',
    query: managedQuery,
    page: 'manage/comments',
  }),
  managePeople: definePageAddress({
    ...manage,
    path: '/Manage/people',
    query: pageQuery({ search: asGiven, filter: asGiven, sort: asGiven, cursor: asGiven }),
    page: 'manage/people',
  }),
  /** Pictures and profiles, by the address of a picture, a blog or an author. */
  managePictures: definePageAddress({
    ...manage,
    path: '/Manage/pictures',
    query: pageQuery({ search: asGiven }),
    page: 'manage/pictures',
  }),
  manageTags: definePageAddress({
    ...manage,
    path: '/Manage/tags',
    query: pageQuery({ search: asGiven, cursor: asGiven }),
    page: 'manage/tags',
  }),
  manageLog: definePageAddress({
    ...manage,
    path: '/Manage/log',
    query: pageQuery({ kind: asGiven, by: asGiven, subject: asGiven, cursor: asGiven }),
    page: 'manage/log',
  }),
  manageBackups: definePageAddress({
    ...manage,
    access: 'owner',
    path: '/Manage/backups',
    page: 'manage/backups',
  }),
  /** Import from another system: upload, progress, report. */
  manageImport: definePageAddress({
    ...manage,
    access: 'owner',
    path: '/Manage/import',
    query: noQuery,
    page: 'manage/import',
  }),
  manageExport: definePageAddress({
    ...manage,
    access: 'owner',
    path: '/Manage/export',
    query: noQuery,
    page: 'manage/export',
  }),
  /** Personal data of one person: export and erasure. */
  managePersonalData: definePageAddress({
    ...manage,
    access: 'owner',
    path: '/Manage/personal-data',
    query: noQuery,
    page: 'manage/personal-data',
  }),
  /** The e-mail queue: waiting and failed e-mails. */
  manageMail: definePageAddress({
    ...manage,
    access: 'owner',
    path: '/Manage/email',
    page: 'manage/mail',
  }),
  /** The webhooks that receive the site's events. */
  manageWebhooks: definePageAddress({
    ...manage,
    access: 'owner',
    path: '/Manage/webhooks',
    page: 'manage/webhooks',
  }),
  /** Claims a site without an owner, by the code that the server printed at its start. */
  manageClaim: definePageAddress({
    ...desk,
    path: '/Manage/claim',
    query: pageQuery({ code: asGiven }),
    isSecret: true,
    page: 'manage/claim',
  }),
  /** Authors of imported blogs, and their assignment to accounts. */
  manageAuthors: definePageAddress({
    ...manage,
    access: 'owner',
    path: '/Manage/authors',
    query: pageQuery({ search: asGiven, cursor: asGiven }),
    page: 'manage/authors',
  }),
  /** Redirects from former addresses. */
  manageAddresses: definePageAddress({
    ...manage,
    access: 'owner',
    path: '/Manage/addresses',
    query: pageQuery({ search: asGiven, cursor: asGiven, path: asGiven, target: asGiven }),
    page: 'manage/addresses',
  }),
  /** Name, look, access and sign-up of the site; for owners only. */
  manageSettings: definePageAddress({
    ...manage,
    access: 'owner',
    path: '/Manage/settings',
    page: 'manage/settings',
  }),
  /** Target of the link in the e-mail that confirms a newsletter subscription. */
  confirmSubscription: definePageAddress({
    ...account,
    path: '/newsletter/confirm',
    isSecret: true,
    page: 'emails/confirm-subscription',
  }),
  /** Target of the unsubscribe link in each e-mail; ends e-mails of its kind. */
  unsubscribe: definePageAddress({
    ...account,
    path: '/unsubscribe/:token',
    isSecret: true,
    page: 'emails/unsubscribe',
  }),
  manageMessages: definePageAddress({
    ...manage,
    access: 'owner',
    path: '/Manage/messages',
    query: pageQuery({ list: asGiven, search: asGiven, cursor: asGiven }),
    page: 'manage/messages',
  }),
  manageNewsletter: definePageAddress({
    ...manage,
    access: 'owner',
    path: '/Manage/newsletter',
    query: pageQuery({ list: asGiven, search: asGiven, cursor: asGiven }),
    page: 'manage/newsletter',
  }),
  /** Alias of Sign In. */
  login: definePageAddress({ ...account, path: '/login', query: wayBack, page: 'account/login' }),
  /** Every address that no other page has. */
  notFound: definePageAddress({
    ...main,
    path: '/*',
    isListed: false,
    tags: null,
    page: 'not-found',
    status: 404,
  }),
} as const;
