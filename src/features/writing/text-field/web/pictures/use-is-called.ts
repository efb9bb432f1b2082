import { useEffect, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useLocation } from 'react-router';
import type { BlogText } from '../../../../../blog/blog-text.ts';
import { lacksCoverText } from '../../../../../blog/cover-text.ts';
import type { DraftText } from '../../../common/contract.ts';
import { describeHash } from './undescribed-note.tsx';

/**
 * Whether the address leads to pictures of the text, and not to the cover, as the text came into the form: whoever has
 * described the cover since is still writing there.
 */
export function useIsCalled(form: UseFormReturn<DraftText, unknown, BlogText>): boolean {
  const { hash } = useLocation();
  const isHere = hash === describeHash;
  const [isCalled, setIsCalled] = useState(() => isHere && !lacksCoverText(form.getValues()));
  useEffect(() => {
    if (!isHere || form.getValues('longDescription') !== '') return;
    const stop = form.subscribe({
      name: 'longDescription',
      formState: { values: true },
      callback({ values }) {
        if (values.longDescription === '') return;
        setIsCalled(!lacksCoverText(values));
        stop();
      },
    });
    return stop;
  }, [form, isHere]);
  return isCalled;
}
