import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Problem } from '../../../../../platform/contract/problems.ts';
import { randomKey } from '../../../../../platform/web/random-key.ts';
import type { SendPicture } from '../../../../../platform/web/ui/pictures/picture-uploader.ts';
import type { Edit, Selection } from '../markdown-commands.ts';
import { pasteBlock } from '../paste/paste-edits.ts';
import type { TextSurface } from '../text-surface.ts';
import {
  arrivalEdit,
  describeEdit,
  type PictureWords,
  placeholderFor,
  withdrawalEdit,
} from './picture-edits.ts';
import type { RunningUploads } from './running-uploads.ts';

/** A picture being uploaded into the text, and its description afterwards. */
export interface TextPicture {
  readonly key: string;
  readonly name: string;
  readonly placeholder: string;
  /** Upload progress from 0 to 1. */
  readonly progress: number;
  /** Set after the upload. */
  readonly address?: string;
  readonly words: PictureWords;
  /** The error as a sentence. */
  readonly refusal?: string;
}

export interface PictureSending {
  readonly pictures: readonly TextPicture[];
  /** Uploads the pictures among these files; false where there are none. */
  readonly take: (files: FileList, surface: TextSurface, place: Selection) => boolean;
  readonly cancel: (picture: TextPicture) => void;
  readonly describe: (picture: TextPicture, words: PictureWords) => void;
  /** Removes it from the list. */
  readonly dismiss: (picture: TextPicture) => void;
}

/** Most pictures that are placed side by side when chosen together; more are stacked. */
const besideMax = 3;
const noWords: PictureWords = { alt: '', caption: '' };

function sentenceFor(error: unknown): string {
  if (error instanceof Problem) return error.message;
  return 'The connection was lost, and the picture is not on the site. Please try again.';
}

function pictureFrom({ name }: File): TextPicture {
  const [key = ''] = randomKey().split('-', 1);
  return { key, name, placeholder: placeholderFor(name, key), progress: 0, words: noWords };
}

/** Uploads pictures one by one, each with a placeholder in the text. */
export function usePictureSending(
  send: SendPicture,
  uploads: RunningUploads,
  surfaceNow: () => TextSurface | undefined,
): PictureSending {
  const queries = useQueryClient();
  const [pictures, setPictures] = useState<readonly TextPicture[]>([]);
  const running = useRef(new Map<string, AbortController>());
  const line = useRef<Promise<unknown>>(Promise.resolve());

  useEffect(() => {
    const all = running.current;
    return () => {
      for (const own of all.values()) own.abort();
    };
  }, []);

  function change(key: string, changes: Partial<TextPicture>): void {
    setPictures((now) => now.map((one) => (one.key === key ? { ...one, ...changes } : one)));
  }

  function drop({ key }: Pick<TextPicture, 'key'>): void {
    setPictures((now) => now.filter((one) => one.key !== key));
  }

  function edit(make: (text: string, at: Selection) => Edit | undefined): boolean {
    const surface = surfaceNow();
    const made = surface?.takesEdits ? make(surface.text, surface.selection) : undefined;
    if (made) surface?.applyBeside(made);
    return made !== undefined;
  }

  /** Resolves to false where it fails. */
  async function sendOne(file: File, picture: TextPicture, own: AbortController): Promise<boolean> {
    const { key, placeholder } = picture;
    if (own.signal.aborted) return true;
    try {
      const { address } = await send(queries, file, {
        signal: own.signal,
        onProgress: (progress) => change(key, { progress }),
      });
      if (edit((text, at) => arrivalEdit(text, at, placeholder, address))) change(key, { address });
      else drop(picture);
      return true;
    } catch (error) {
      edit((text, at) => withdrawalEdit(text, at, placeholder));
      if (own.signal.aborted) drop(picture);
      else change(key, { refusal: sentenceFor(error) });
      return own.signal.aborted;
    } finally {
      running.current.delete(key);
    }
  }

  return {
    pictures,
    take(files, surface, place) {
      const taken = [...files].filter(({ type }) => type.startsWith('image/'));
      if (taken.length === 0 || !surface.takesEdits) return false;
      const made = taken.map(pictureFrom);
      // A few pictures chosen together are placed side by side.
      const between = made.length <= besideMax ? '\n' : '\n\n';
      const markdown = made.map(({ placeholder }) => placeholder).join(between);
      surface.apply(pasteBlock(surface.text, place, markdown));
      setPictures((now) => [...now.filter(({ refusal }) => !refusal), ...made]);
      for (const [index, picture] of made.entries()) {
        const own = new AbortController();
        const file = taken[index];
        running.current.set(picture.key, own);
        if (!file) continue;
        const upload = line.current.then(() => sendOne(file, picture, own));
        line.current = upload;
        uploads.follow(upload);
      }
      return true;
    },
    cancel(picture) {
      running.current.get(picture.key)?.abort();
      edit((text, at) => withdrawalEdit(text, at, picture.placeholder));
      drop(picture);
    },
    describe(picture, is) {
      const { key, address, words: was } = picture;
      if (address === undefined) return;
      if (edit((text, at) => describeEdit(text, at, address, { was, is })))
        change(key, { words: is });
      else drop(picture);
    },
    dismiss: drop,
  };
}
