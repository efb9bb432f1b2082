/** Milliseconds for which a button shows the result. */
const saidMs = 2_000;

/** Adds a button to each code block that copies its code. */
export function addCopyButtons(text: HTMLElement, signal: AbortSignal): void {
  // Browsers offer the clipboard API in secure contexts only.
  if (!navigator.clipboard) return;
  for (const block of text.querySelectorAll('.code')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy-code';
    button.dataset.live = '';
    button.textContent = 'Copy';
    // Announces changes of the button's label.
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
