/** How long a button shows the outcome. Milliseconds. */
const saidMs = 2_000;

/** Puts a button into the head of each block of code, which copies the code. */
export function addCopyButtons(text: HTMLElement, signal: AbortSignal): void {
  // Browsers have a clipboard for pages only where the connection is safe.
  if (!navigator.clipboard) return;
  for (const block of text.querySelectorAll('.code')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy-code';
    button.dataset.live = '';
    button.textContent = 'Copy';
    // Reads out what the button says next.
    button.ariaLive = 'polite';
    button.addEventListener('click', () => {
      void copy(block.querySelector('code')?.textContent ?? '', button);
    });
    block.append(button);
    signal.addEventListener('abort', () => button.remove());
  }
}

async function copy(code: string, button: HTMLElement): Promise<void> {
  const isCopied = await navigator.clipboard.writeText(code).then(
    () => true,
    () => false,
  );
  button.textContent = isCopied ? 'Copied' : 'Not allowed';
  setTimeout(() => {
    button.textContent = 'Copy';
  }, saidMs);
}
