import type { Category } from '../contract.ts';
import { tintOf } from './cover-picture.tsx';

/** A category's name in its tint. */
export function CategoryLabel({ category }: { readonly category: Category }) {
  return <span className={`${tintOf(category)} font-semibold text-tint`}>{category}</span>;
}
