/**
 * Placement of each table on a PostgreSQL of several nodes, in the terms of Citus: distributed by a column, with tables
 * of the same key colocated; a reference table, copied to each node; or a local table on one node. The site doesn't use
 * this: a test checks the queries of requests against it, and docs/scale.md shows it.
 */

/** The keys by which rows are colocated. */
export type Key = 'blog' | 'person' | 'picture' | 'token' | 'counted' | 'address';

export type Placement =
  | { readonly by: Key; readonly column: string }
  | { readonly by: 'reference' | 'one node' };

const on = (by: Key, column: string): Placement => ({ by, column });
/** Joined with all other tables, rarely written. */
const reference: Placement = { by: 'reference' };
/** Small, or read and written in order by one job. */
const oneNode: Placement = { by: 'one node' };

export const keyNames: Readonly<Record<Key, string>> = {
  blog: 'the blog',
  person: 'the person whose it is',
  picture: 'the picture',
  token: 'the token that is presented',
  counted: 'who is counted',
  address: 'the address that is asked for',
};

export const distribution: Readonly<Record<string, Placement>> = {
  blogs: on('blog', 'id'),
  blog_html: on('blog', 'blog_id'),
  blog_marks: on('blog', 'blog_id'),
  gone_blogs: on('blog', 'id'),
  blog_reads: on('blog', 'blog_id'),
  blog_read_days: on('blog', 'blog_id'),
  blog_edits: on('blog', 'blog_id'),
  blog_revisions: on('blog', 'blog_id'),
  closed_comments: on('blog', 'blog_id'),
  blog_tags: on('blog', 'blog_id'),
  comments: on('blog', 'blog_id'),
  imported_comments: on('blog', 'blog_id'),
  new_blogs: on('blog', 'blog_id'),
  related_blogs: on('blog', 'blog_id'),
  search_texts: on('blog', 'blog_id'),
  title_words: on('blog', 'blog_id'),
  unindexed_blogs: on('blog', 'blog_id'),
  unrelated_blogs: on('blog', 'blog_id'),
  untold_comments: on('blog', 'blog_id'),

  account_usage: on('person', 'person_id'),
  authenticators: on('person', 'person_id'),
  cleared_profiles: on('person', 'person_id'),
  comment_letters: on('person', 'person_id'),
  credentials: on('person', 'person_id'),
  draft_states: on('person', 'person_id'),
  feed_tokens: on('person', 'person_id'),
  follows: on('person', 'person_id'),
  invited_people: on('person', 'person_id'),
  linked_identities: on('person', 'person_id'),
  notification_choices: on('person', 'person_id'),
  notifications: on('person', 'person_id'),
  passkeys: on('person', 'person_id'),
  reading_places: on('person', 'person_id'),
  recovery_codes: on('person', 'person_id'),
  remembered_results: on('person', 'person_id'),
  saved_drafts: on('person', 'person_id'),
  security_events: on('person', 'person_id'),
  stopped_histories: on('person', 'person_id'),
  wishes: on('person', 'person_id'),

  pictures: on('picture', 'name'),
  picture_uses: on('picture', 'name'),

  one_time_tokens: on('token', 'token_hash'),
  personal_tokens: on('token', 'token_hash'),
  sessions: on('token', 'token_hash'),

  counted_tries: on('counted', 'key'),

  redirects: on('address', 'path'),

  blog_months: reference,
  contact_settings: reference,
  imported_authors: reference,
  invitations: reference,
  newsletter_settings: reference,
  people: reference,
  person_words: reference,
  schema_compatibility: reference,
  search_words: reference,
  signing_keys: reference,
  site_settings: reference,
  tags: reference,
  taken_down_pictures: reference,
  title_word_endings: reference,
  title_word_spellings: reference,

  acts: oneNode,
  announcements: oneNode,
  claims: oneNode,
  committed_changes: oneNode,
  contact_messages: oneNode,
  discussed_blogs: oneNode,
  import_lines: oneNode,
  imported_texts: oneNode,
  imports: oneNode,
  leases: oneNode,
  hand_overs: oneNode,
  handed_texts: oneNode,
  lost_title_words: oneNode,
  mail_hold: oneNode,
  missed_addresses: oneNode,
  moderation_holds: oneNode,
  newsletter_consents: oneNode,
  newsletter_deliveries: oneNode,
  newsletter_issues: oneNode,
  outbox: oneNode,
  report_cases: oneNode,
  reports: oneNode,
  subscribers: oneNode,
  subscription_requests: oneNode,
  upload_folders: oneNode,
  webhook_deliveries: oneNode,
  webhooks: reference,
  write_marks: oneNode,
};

/** Primary and unique keys of distributed tables that lack the distribution column: Citus requires it in each. */
export const uniqueWithoutKey: readonly string[] = [
  'blogs (source_key)',
  'cleared_profiles (id)',
  'comment_letters (secret)',
  'comments (id)',
  'draft_states (id)',
  'feed_tokens (token_hash)',
  'linked_identities (issuer,subject)',
  'notification_choices (secret)',
  'passkeys (credential_id)',
  'passkeys (id)',
  'personal_tokens (id)',
  'pictures (id)',
  'saved_drafts (preview_hash)',
  'search_texts (doc)',
  'security_events (id)',
  'sessions (id)',
  'wishes (id)',
];

/** Foreign keys to a table with another distribution key, or that don't include the key. */
export const referencesAcross: readonly string[] = [
  'announcements.blog_id → blogs',
  'related_blogs.related_id → blogs',
];
