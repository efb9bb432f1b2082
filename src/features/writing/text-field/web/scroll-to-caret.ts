/** Characters of half a book: a plain field of that length is not measured, but scrolls by itself. */
export const hugeText = 250_000;

/**
 * Scrolls the caret of a text area into view, which browsers do only while typing. It lays out a copy of the text up to
 * the caret, which costs what the area's own layout does.
 */
export function scrollToCaret(area: HTMLTextAreaElement): void {
  // Reading its height would force a layout.
  if (area.textLength > hugeText) return;
  if (area.hidden || area.scrollHeight > area.clientHeight + 1) return;
  const mirror = document.createElement('div');
  const caret = document.createElement('span');
  caret.textContent = '\u200b';
  mirror.className = `${area.className} writing-mirror`;
  mirror.dir = area.dir;
  mirror.ariaHidden = 'true';
  mirror.style.left = `${area.offsetLeft}px`;
  mirror.style.top = `${area.offsetTop}px`;
  mirror.style.width = `${area.offsetWidth}px`;
  mirror.append(area.value.slice(0, area.selectionEnd), caret);
  area.after(mirror);
  caret.scrollIntoView({ block: 'nearest' });
  mirror.remove();
}
