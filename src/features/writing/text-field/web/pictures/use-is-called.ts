import { useEffect, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useLocation } from 'react-router';
import type { BlogText } from '../../../../../blog/blog-text.ts';
import { lacksCoverText } from '../../../../../blog/cover-text.ts';
import type { DraftText } from '../../../common/contract.ts';
import { describeHash } from './undescribed-note.tsx';

/**
 * Whether the fragment refers to pictures of the text rather than the cover, as of when the text was loaded: an author
 * who has described the cover since stays in its field.
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
