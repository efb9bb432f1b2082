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

/** What an author wrote: a row that names no optional field has none. */
export type TextColumns = {
  [C in keyof TextRow]: C extends keyof TextRow<OptionalName> ? Generated<string> : string;
};

/** A view: the blogs that are published, and held back by nothing. The table behind it is read through `texts.ts`. */
export interface PublishedBlogsView extends TextColumns {
  id: string;
  /** The title without case and accents, for search. */
  title_folded: string;
  word_count: number;
  author_id: string | null;
  created_at: number;
  updated_at: number;
  /** Grows by one at every save; the entity tag of the blog. */
  version: Generated<number>;
  /** Where an imported blog came from, so that a second import finds it. */
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
  /** The comment at the top of its thread, which may be gone; null for one that stands there itself. */
  reply_to: Generated<string | null>;
  /** What it answers within the thread: that comment, or a reply; it may be gone. */
  answered_id: Generated<string | null>;
  edited_at: Generated<number | null>;
  /** `reply_to`, or its own id: of what is read only. */
  thread_id: ColumnType<string, never, never>;
}

/** A blog whose author wants no more comments. That staff closed them is a mark of its own. */
export interface ClosedCommentsTable {
  blog_id: string;
  closed_at: number;
}

/** A published blog that its author removed; its page says so for good. Nothing of what it said is kept here. */
export interface GoneBlogsTable {
  id: string;
}

/** The long description of a blog as readers get it. */
export interface BlogHtmlTable {
  blog_id: string;
  /** Sanitized. */
  html: string;
  /** Pictures that have no words for those who can't see them; null where nobody has counted yet. */
  undescribed: Generated<number | null>;
  /** `rendererVersion` of the program that made it; empty where none did yet. */
  renderer: string;
  /** The save whose text it shows, by `version` and `updated_at` of the blog. */
  blog_version: number;
  blog_updated_at: number;
}

/** Of each blog, the few that have most in common with it. */
export interface RelatedBlogsTable {
  blog_id: string;
  related_id: string;
  /** What the words in common are worth; the more, the rarer they are. */
  score: number;
}

/** Blogs of an older site that are still to be related. */
export interface UnrelatedBlogsTable {
  blog_id: string;
}

/** What staff set on a blog beside its text. The blog may be hidden. */
export interface BlogMarksTable {
  blog_id: string;
  /** `BlogMark` of the blog's contract. */
  mark: string;
  reason: string;
  set_at: number;
}

/** Why staff hold a blog or a comment back, beside the flag on the row itself. One function writes both. */
export interface ModerationHoldsTable {
  kind: string;
  id: string;
  /** `HeldState` of the blog's contract. */
  state: string;
  author_id: string | null;
  /** The blog's own id, or that of the blog which the comment is on. */
  blog_id: string;
  /** The title, or how the comment begins. */
  label: string;
  /** The same without case and accents. */
  label_folded: string;
  /** Why, in words for its author. */
  reason: string;
  /** What was hidden by one act has one name, and comes back by it. */
  batch: string | null;
  /** When it was written. */
  created_at: number;
  held_at: number;
  /** When it is dropped, because staff or its author removed it. */
  ends_at: number | null;
}

/** Which words and signs a blog's title holds: of each word, its blogs in the order of time. */
export interface TitleWordsTable {
  word: string;
  blog_id: string;
  /** The blog's own; the database itself keeps these two in step with it. */
  created_at: number;
  category: string;
}

/** Each known word under every spelling that lacks one letter, so that one typing error is a look-up by key. */
export interface TitleWordSpellingsTable {
  spelling: string;
  word: string;
}

/** Each known word under its endings, itself among them, so that any part of it is what an ending begins with. */
export interface TitleWordEndingsTable {
  ending: string;
  word: string;
}

/** Words that a title lost: where no other title has them, search forgets their forms in the background. */
export interface LostTitleWordsTable {
  word: string;
}

/** What search knows of a blog. The database itself keeps the index of words in step with it. */
export interface SearchTextsTable {
  /** In the order in which blogs became visible, nearly that of time. */
  doc: Generated<number>;
  blog_id: string;
  created_at: number;
  /** As `text-index.ts` makes them, in the order in which they are read; empty where the blog isn't visible. */
  words: string;
}

/** The words that texts hold, so that a misspelt one is known. */
export interface SearchWordsTable {
  word: string;
}

/** Blogs that were written and aren't indexed since: of an older site, or by an older version. The database notes them. */
export interface UnindexedBlogsTable {
  blog_id: string;
}

/** Which uploaded pictures a text names: the database itself keeps these in step with it. */
export interface PictureUsesTable {
  /** As `readPictureName` reads it. */
  name: string;
  /** A blog's id, in whatever state; or the hash of the link by which others may read a draft. */
  text_id: string;
}

/** Each tag that a text has, under the spelling of the site; and the former names of those that staff renamed. */
export interface TagsTable {
  /** `tagKey` of its name. */
  tag: string;
  name: string;
  /** 1 where staff chose the name: it stays, whoever uses it. */
  is_named: Generated<number>;
  /** The tag that is used in its place; null unless staff renamed it or merged it into another. */
  renamed_to: Generated<string | null>;
  /** The id of the last blog whose text has the new name, empty for none yet; null where all have it. */
  rewrite_from: Generated<string | null>;
  /** Blogs that have it, in whatever state, and those that are visible: the database itself counts them. */
  texts: Generated<number>;
  blogs: Generated<number>;
}

/** Which blogs have a tag, in whatever state they are. */
export interface BlogTagsTable {
  tag: string;
  blog_id: string;
  /** The blog's own, and whether it is visible: the database itself keeps these two in step with it. */
  created_at: number;
  visible: number;
}

/** How many visible blogs each month has, in UTC; the database itself counts them. */
export interface BlogMonthsTable {
  /** `2024-05`. */
  month: string;
  /** 0 where it has none any more. */
  blogs: number;
  /** When one of them came, went or was saved last. */
  changed_at: number;
}
