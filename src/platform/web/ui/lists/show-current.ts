/**
 * A ref of a row that scrolls sideways (`one-line`): begins it where its current link is in view. It scrolls the row
 * itself, since `scrollIntoView` would move the page as well.
 */
export function showCurrent(row: HTMLElement | null): void {
  const link = row?.querySelector('[aria-current]')?.getBoundingClientRect();
  if (!row || !link || row.scrollWidth <= row.clientWidth) return;
  const frame = row.getBoundingClientRect();
  if (link.left >= frame.left && link.right <= frame.right) return;
  row.scrollLeft += (link.left + link.right - frame.left - frame.right) / 2;
}
