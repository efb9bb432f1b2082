import type { ColumnType, Generated } from 'kysely';
import type { OptionalName, TextRow } from '../fields.ts';

declare module '../../storage/schema.ts' {
  interface Schema {
    published_blogs: PublishedBlogsView;
    published_comments: PublishedCommentsView;
    blog_html: BlogHtmlTable;
    blog_marks: BlogMarksTable;
    closed_comments: ClosedCommentsTable;
    gone_blogs: GoneBlogsTable;
    moderation_holds: ModerationHoldsTable;
    related_blogs: RelatedBlogsTable;
    unrelated_blogs: UnrelatedBlogsTable;
    title_words: TitleWordsTable;
    title_word_spellings: TitleWordSpellingsTable;
    title_word_endings: TitleWordEndingsTable;
    lost_title_words: LostTitleWordsTable;
    picture_uses: PictureUsesTable;
    search_texts: SearchTextsTable;
    search_words: SearchWordsTable;
    unindexed_blogs: UnindexedBlogsTable;
    tags: TagsTable;
    blog_tags: BlogTagsTable;
    blog_months: BlogMonthsTable;
  }
}

/** Columns of the author's text; optional fields default to empty. */
export type TextColumns = {
  [C in keyof TextRow]: C extends keyof TextRow<OptionalName> ? Generated<string> : string;
};

/** A view of the blogs that are published and have no hold. Only `texts.ts` reads the table behind it. */
export interface PublishedBlogsView extends TextColumns {
  id: string;
  /** The title without case and accents, for search. */
  title_folded: string;
  word_count: number;
  author_id: string | null;
  created_at: number;
  updated_at: number;
  /** Incremented at every save; part of the blog's entity tag. */
  version: Generated<number>;
  /** The source of an imported blog, by which a second import finds it. */
  source_key: string | null;
}

/** A view: the visible comments on visible blogs. */
export interface PublishedCommentsView {
  /** Time-ordered. */
  id: string;
  blog_id: string;
  person_id: string;
  text: string;
  created_at: number;
  /** The comment at the top of the thread, which may be deleted; null for a top-level comment. */
  reply_to: Generated<string | null>;
  /** The comment or reply that it answers within the thread; it may be deleted. */
  answered_id: Generated<string | null>;
  edited_at: Generated<number | null>;
  /** `reply_to`, or its own id. Read-only. */
  thread_id: ColumnType<string, never, never>;
}

/** Blogs whose author closed the comments. Locks by staff are in `blog_marks`. */
export interface ClosedCommentsTable {
  blog_id: string;
  closed_at: number;
}

/**
 * Tombstones of published blogs that their authors removed: the page answers 410 for good. Holds nothing of the text.
 */
export interface GoneBlogsTable {
  id: string;
}

/** The rendered long description of a blog. */
export interface BlogHtmlTable {
  blog_id: string;
  /** Sanitized. */
  html: string;
  /** Number of pictures without an alternative text; null where not counted yet. */
  undescribed: Generated<number | null>;
  /** `rendererVersion` of the program that rendered it; empty where not rendered yet. */
  renderer: string;
  /** The save that it was rendered from, by `version` and `updated_at` of the blog. */
  blog_version: number;
  blog_updated_at: number;
}

/** The few blogs that have most in common with a blog. */
export interface RelatedBlogsTable {
  blog_id: string;
  related_id: string;
  /** Sum of the scores of shared words; rare words score higher. */
  score: number;
}

/** Queue of blogs of an older site that are not related yet. */
export interface UnrelatedBlogsTable {
  blog_id: string;
}

/** Flags that staff set on a blog. The blog may be hidden. */
export interface BlogMarksTable {
  blog_id: string;
  /** `BlogMark` of the blog's contract. */
  mark: string;
  reason: string;
  set_at: number;
}

/** Reasons of moderation holds of blogs and comments, in addition to the flag on the row. One function writes both. */
export interface ModerationHoldsTable {
  kind: string;
  id: string;
  /** `HeldState` of the blog's contract. */
  state: string;
  author_id: string | null;
  /** The blog's own id, or that of the comment's blog. */
  blog_id: string;
  /** The title, or the beginning of the comment. */
  label: string;
  /** The label without case and accents. */
  label_folded: string;
  /** In plain language, for the author. */
  reason: string;
  /** Names the texts that one act hid, and that one act can release. */
  batch: string | null;
  /** When the text was written. */
  created_at: number;
  held_at: number;
  /** When the text is deleted, after staff or its author removed it. */
  ends_at: number | null;
}

/** Inverted index of words and signs in titles: of each word, its blogs in the order of time. */
export interface TitleWordsTable {
  word: string;
  blog_id: string;
  /** Copied from the blog; triggers keep these two in step. */
  created_at: number;
  category: string;
}

/** Each known word under every spelling that lacks one letter: one typing error is a look-up by key. */
export interface TitleWordSpellingsTable {
  spelling: string;
  word: string;
}

/** Suffixes of each known word, including the word itself: any substring is a prefix of a suffix. */
export interface TitleWordEndingsTable {
  ending: string;
  word: string;
}

/** Words removed from a title: where no other title has them, the background deletes their forms. */
export interface LostTitleWordsTable {
  word: string;
}

/** The search document of a blog. Triggers keep the full-text index in step with it. */
export interface SearchTextsTable {
  /** In the order in which blogs became visible, nearly that of time. */
  doc: Generated<number>;
  blog_id: string;
  created_at: number;
  /** The output of `text-index.ts`, in reading order; empty where the blog isn't visible. */
  words: string;
}

/** The vocabulary of all texts, for spelling correction. */
export interface SearchWordsTable {
  word: string;
}

/** Queue of blogs that were written but not indexed, by an older site or an older version. Triggers fill it. */
export interface UnindexedBlogsTable {
  blog_id: string;
}

/** The uploaded pictures that a text uses. Triggers keep these rows in step with the text. */
export interface PictureUsesTable {
  /** In the format of `readPictureName`. */
  name: string;
  /** A blog's id, in any state; or the hash of a draft's preview link. */
  text_id: string;
}

/** The tags in use, in the site's spelling, and former names of tags that staff renamed. */
export interface TagsTable {
  /** `tagKey` of its name. */
  tag: string;
  name: string;
  /** 1 where staff chose the name: later spellings don't replace it. */
  is_named: Generated<number>;
  /** The tag that replaces it; null unless staff renamed it or merged it into another. */
  renamed_to: Generated<string | null>;
  /**
   * Cursor of the rewrite: the id of the last rewritten blog, empty at the start; null once all blogs have the new
   * name.
   */
  rewrite_from: Generated<string | null>;
  /** Number of its blogs in any state, and of the visible ones; triggers count them. */
  texts: Generated<number>;
  blogs: Generated<number>;
}

/** The tags of blogs in any state. */
export interface BlogTagsTable {
  tag: string;
  blog_id: string;
  /** Copied from the blog, with whether it is visible; triggers keep these two in step. */
  created_at: number;
  visible: number;
}

/** Number of visible blogs of each month in UTC; triggers count them. */
export interface BlogMonthsTable {
  /** `2024-05`. */
  month: string;
  /** 0 where none are left. */
  blogs: number;
  /** When one of them was last published, hidden or saved. */
  changed_at: number;
}
