import type { Category } from '../contract.ts';

/** The class that tints its content in a category's colour. */
export function tintOf(category: Category): string {
  return `tint-${category.toLowerCase()}`;
}

/** A category's name in its tint. */
export function CategoryLabel({ category }: { readonly category: Category }) {
  return <span className={`${tintOf(category)} font-semibold text-tint`}>{category}</span>;
}
