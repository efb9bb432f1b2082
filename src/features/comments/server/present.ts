import type { Person } from '../../../identity/person.ts';
import type { Comment } from '../contract.ts';
import type { CommentRow } from './comment-store.ts';

/** What of a comment may leave for this reader: addresses of others don't. */
export function presentComment(row: CommentRow, reader: Person): Comment {
  const isOwn = row.person_id === reader.id;
  return {
    _id: row.id,
    blogId: row.blog_id,
    comment: row.text,
    userName: row.name,
    userEmail: isOwn ? reader.email : null,
    userProfilePicture: row.photo_url,
    createdAt: new Date(row.created_at).toISOString(),
    isOwn,
  };
}
