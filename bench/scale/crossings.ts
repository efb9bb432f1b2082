/** Statements that involve several nodes, as `crossingOf` describes them, and why that is acceptable. */
export interface Exception {
  readonly name: string;
  /** The reason, as a sentence. */
  readonly why: string;
  readonly statements: readonly string[];
}

/**
 * Every statement of a request that would involve more than one node on a distributed PostgreSQL. A test fails for one
 * that isn't listed: give it a condition on the distribution column, or list it with the reason.
 */
export const exceptions: readonly Exception[] = [
  {
    name: 'lists across blogs',
    why: 'Home, All Blogs, feeds and the site map show the blogs of everybody; each node gives the first few by an index, and the page is cached.',
    statements: [
      'select blogs',
      'select blogs (category =)',
      'select blogs (category =, created_at, id)',
      'select blogs (created_at, id)',
      'select blogs (author_id)',
      'select blogs (author_id, category =)',
      'select blogs (author_id, category =, created_at, id)',
      'select blogs (author_id, created_at, id)',
      'select blogs (author_id, id)',
      'select blog_marks (blog_id, mark =), blogs (author_id, id)',
      'select related_blogs (related_id =)',
    ],
  },
  {
    name: 'blogs of a tag',
    why: 'As lists across blogs: each node walks its part of the index of the tag, and the page is cached.',
    statements: ['select blog_tags (tag =, visible =)'],
  },
  {
    name: 'search',
    why: 'A title may be on any node, so each looks through the words of its own blogs, up to the same bound as one node does.',
    statements: [
      'select title_words (blog_id)',
      'select title_words (word =)',
      'select title_words (word)',
      'select title_words (blog_id, created_at, word =)',
      'select title_words (blog_id, created_at, word =), title_words (word =)',
      'select title_words (blog_id, category =, created_at, word =)',
      'select title_words (category =, word =)',
    ],
  },
  {
    name: 'search in texts',
    why: 'A word may be in any text, so each node looks through its own, down to the same number of the newest; what fits best is read by primary key.',
    statements: [
      'select search_texts',
      'select search_texts, search_texts (created_at)',
      'select blogs (id), search_texts (blog_id)',
      'select blog_html (blog_id), blogs (author_id, id)',
    ],
  },
  {
    name: 'comments of a blog',
    why: 'The blog stands between two bounds, which keeps PostgreSQL on the index by blog; Citus would want it with = as well, which is one condition more.',
    statements: ['select blogs (id), comments (blog_id, id, person_id)'],
  },
  {
    name: 'a comment by its address',
    why: 'The calls that change, hide, delete and restore a comment name it alone; one look-up by primary key on each node, once for each of them.',
    statements: [
      'select blogs (id), comments (blog_id, id =, person_id)',
      'select comments (id =)',
      'select comments (id =, person_id =)',
      'select blogs (author_id =, id), comments (account_hold =, blog_id, id =, moderation =, state =)',
      'update comments (account_hold =, id =, moderation =, state =)',
      'update comments (account_hold =, author_hidden_at =, id =, moderation =, state =)',
    ],
  },
  {
    name: 'what one person wrote',
    why: 'Blogs and comments lie with their blog, since everybody reads them there; authors look at their own lists, their data or their end of account seldom.',
    statements: [
      'select blogs (author_id =)',
      'select blogs (author_id =, id)',
      'select blogs (author_id =, moderation =, removed_until)',
      'select blogs (account_hold =, author_id =, created_at, long_description =, moderation, state =, title =)',
      'select blogs (account_hold, author_id =, id, moderation, state), moderation_holds (id)',
      'select blogs (author_id =, id), closed_comments (blog_id)',
      'select blogs (account_hold, author_id =, id, moderation, state), closed_comments (blog_id), moderation_holds (id)',
      'select comments (account_hold =, moderation =, person_id =, state =)',
      'select blog_edits (edited_by =)',
      'select blog_edits (taken_back_by =)',
      'select blog_html (blog_id), blogs (author_id =, id)',
      'select blog_revisions (blog_id), blogs (author_id =, id, removed_until), comments (person_id =, removed_until)',
      'select blogs (id), comments (blog_id, id, person_id =)',
      'select blogs (id), comments (blog_id, id), comments (blog_id, id, person_id =), moderation_holds (id)',
      'update blogs (account_hold =, author_id =)',
      'update comments (account_hold, person_id =)',
    ],
  },
  {
    name: 'blogs beside what a person keeps',
    why: 'Wishes and drafts lie with their person and show the blogs that they are of; a page of one member.',
    statements: [
      'select blogs (author_id, id), wishes (blog_id, person_id =)',
      'select blogs (author_id, id), wishes (blog_id, id =, person_id =)',
      'select blogs (author_id =, id), draft_states (key, person_id =), saved_drafts (key, person_id =)',
      'select blogs (author_id =, id =), draft_states (key, person_id =), saved_drafts (key, key =, person_id =)',
      'select blogs (author_id =, id, moderation, state), draft_states (key, person_id =), saved_drafts (base_tag, device, key, person_id =, title)',
    ],
  },
  {
    name: 'what followed authors wrote',
    why: 'Whom a person follows lies with them, what those wrote with the blogs; an index is entered once for each author, and a page or a bell of one member asks.',
    statements: [
      'select blogs (author_id), follows (author_id, person_id =)',
      'select blogs, blogs (author_id), follows (author_id, person_id =)',
      'select blogs (author_id, id), follows (author_id, created_at, person_id =), new_blogs (author_id, blog_id, shown_at)',
      'insert blogs (created_at, id =), new_blogs',
    ],
  },
  {
    name: 'texts that a person is told of',
    why: 'Notifications lie with their person and have the ids of texts of several blogs, which are looked up by primary key; a page of one member.',
    statements: ['select blogs (id), comments (blog_id, id, person_id)'],
  },
  {
    name: 'sessions and tokens of a person',
    why: 'Each request presents a token and finds it by that; listing and ending those of one person is done by hand.',
    statements: [
      'select sessions (expires_at, last_seen_at, person_id =)',
      'select sessions (id =)',
      'delete sessions (id =, person_id =)',
      'delete sessions (person_id =)',
      'delete sessions (id), sessions (person_id =)',
      'delete one_time_tokens (person_id =)',
      'select personal_tokens (person_id =)',
      'delete personal_tokens (id =, person_id =)',
      'delete personal_tokens (person_id =)',
    ],
  },
  {
    name: 'people by another name',
    why: 'Whoever signs in gives an e-mail address, and whoever ends e-mails a secret: the person is what is looked for.',
    statements: [
      'select credentials (person_id)',
      'select comment_letters (secret =)',
      'select notification_choices (secret =)',
      'select feed_tokens (person_id, token_hash =)',
    ],
  },
  {
    name: 'pictures of a person',
    why: 'Pictures are served by their name; their owner lists them in the data of an account.',
    statements: ['select pictures (owner_id =)'],
  },
  {
    name: 'what is due',
    why: 'A job asks for the next few that are due, whosever they are; no visitor waits for it.',
    statements: [
      'select saved_drafts (publish_at)',
      'select saved_drafts (person_id, publish_at)',
      'select notification_choices (due_at)',
      'select unindexed_blogs',
      'select blogs, comments, credentials (person_id)',
      'delete one_time_tokens (expires_at), one_time_tokens (token_hash)',
    ],
  },
];
