import { useEffect, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { BlogText } from '../../../../blog/blog-text.ts';
import type { DraftText } from '../../common/contract.ts';

/** Milliseconds without typing before the page follows. */
const settleMs = 120;

/** The long description as it stood when the keys last left time for it: to draw the page anew at each would slow them. */
export function useWrittenText(form: UseFormReturn<DraftText, unknown, BlogText>): string {
  const [text, setText] = useState(() => form.getValues('longDescription'));
  useEffect(() => {
    const read = () => setText(form.getValues('longDescription'));
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unsubscribe = form.subscribe({
      name: 'longDescription',
      formState: { values: true },
      callback() {
        clearTimeout(timer);
        timer = setTimeout(read, settleMs);
      },
    });
    // What came before this could listen.
    read();
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  }, [form]);
  return text;
}
