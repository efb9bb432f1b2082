import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Problem } from '../../../platform/contract/problems.ts';
import { sendPicture } from './upload-picture.ts';

/** The progress of an upload, from 0 to 1; otherwise the outcome of the last one. */
export interface SendingState {
  readonly progress: number | undefined;
  readonly outcome: 'sent' | 'cancelled' | undefined;
  /** Why it was refused, as a sentence. */
  readonly refusal: string | undefined;
}

const nothing: SendingState = { progress: undefined, outcome: undefined, refusal: undefined };

function sentenceFor(error: unknown): string {
  if (error instanceof Problem) return error.message;
  return 'The connection was lost, and the picture is not on the site. Please try again.';
}

/** Uploads one picture at a time: a new upload cancels the previous one. */
export function useSending(onPicture: (address: string) => void) {
  const queries = useQueryClient();
  const [state, setState] = useState(nothing);
  const running = useRef<AbortController>(undefined);

  useEffect(() => () => running.current?.abort(), []);

  /** Resolves to false where it fails, and to true where it is cancelled. */
  async function send(file: Blob): Promise<boolean> {
    running.current?.abort();
    const own = new AbortController();
    running.current = own;
    const isOwn = () => running.current === own;
    setState({ ...nothing, progress: 0 });
    try {
      const { address } = await sendPicture(queries, file, {
        signal: own.signal,
        onProgress: (progress) => isOwn() && setState({ ...nothing, progress }),
      });
      if (!isOwn()) return true;
      setState({ ...nothing, outcome: 'sent' });
      onPicture(address);
      return true;
    } catch (error) {
      if (!isOwn()) return true;
      const isCancelled = own.signal.aborted;
      setState(
        isCancelled
          ? { ...nothing, outcome: 'cancelled' }
          : { ...nothing, refusal: sentenceFor(error) },
      );
      return isCancelled;
    }
  }

  return { state, send, cancel: () => running.current?.abort() };
}
