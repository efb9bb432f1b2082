/**
 * Lets wide and full pictures, code and tables below the side column use the width of the whole window: CSS can't know
 * where the column's content ends.
 */
export function freeWideBlocks(text: HTMLElement, signal: AbortSignal): void {
  const blocks = text.querySelectorAll<HTMLElement>(
    ':scope > :is(.wide, .full, .code, .table-scroll)',
  );
  // The column itself is stretched to the height of the text.
  const last = document.querySelector('.side-column > :last-child');
  if (!last || blocks.length === 0) return;

  function look(): void {
    // Excludes the scroll bar, which `100vw` includes.
    text.style.setProperty('--window', `${document.documentElement.clientWidth}px`);
    const bottom = last?.getBoundingClientRect().bottom ?? 0;
    // In sequence: each change moves the blocks below.
    for (const block of blocks) {
      block.toggleAttribute('data-free', block.getBoundingClientRect().top > bottom);
    }
  }
  const observer = new ResizeObserver(look);
  observer.observe(last.parentElement ?? last);
  addEventListener('resize', look, { signal });
  signal.addEventListener('abort', () => observer.disconnect());
}
