import { useState } from 'react';
import { Problem } from '../../contract/problems.ts';
import type { LazyChunk } from '../lazy-chunk.ts';
import { showToast } from './toasts/toasts.tsx';

/** A dialog whose chunk is loaded when it is opened. If loading fails, a toast reports it. */
export function useLazyDialog<T extends object>(load: LazyChunk<T>) {
  const [dialog, setDialog] = useState<T>();

  async function open(): Promise<void> {
    try {
      setDialog(await load());
    } catch (error) {
      const text = error instanceof Problem ? error.message : 'This could not be loaded.';
      void showToast({ text, tone: 'bad' });
    }
  }

  return { dialog, open: () => void open(), close: () => setDialog(undefined) };
}
