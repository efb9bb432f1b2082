import type { Person } from '../../../identity/person.ts';
import { isoOf } from '../../../platform/text/iso-of.ts';
import { shownPicture } from '../../../platform/text/web-url.ts';
import type { Comment } from '../contract.ts';
import type { CommentRow } from './comment-store.ts';

/** The fields of a comment for this reader: e-mail addresses of other people are left out. */
export function presentComment(row: CommentRow, reader: Person | undefined): Comment {
  const isOwn = row.person_id === reader?.id;
  return {
    _id: row.id,
    blogId: row.blog_id,
    authorId: row.person_id,
    comment: row.text,
    userName: row.name,
    userEmail: isOwn ? (reader?.email ?? null) : null,
    userProfilePicture: shownPicture(row.photo_url),
    createdAt: isoOf(row.created_at),
    replyTo: row.reply_to,
    editedAt: row.edited_at === null ? null : isoOf(row.edited_at),
    isOwn,
  };
}
