import type { Person } from '../../../identity/person.ts';
import type { Wish } from '../contract.ts';
import type { WishRow } from './wish-store.ts';

export function presentWish(row: WishRow, owner: Person): Wish {
  return {
    _id: row.id,
    reviewId: row.blog_id,
    userEmail: owner.email,
    title: row.title ?? row.wished_title,
    imageUrl: row.image_url,
    category: row.category,
    shortDescription: row.short_description,
    isRemoved: row.title === null,
  };
}
