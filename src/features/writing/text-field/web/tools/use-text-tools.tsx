import { type ReactNode, useRef, useState } from 'react';
import { LinkDialog } from '../links/link-dialog.tsx';
import { type LinkPlace, linkAround } from '../links/link-edits.ts';
import type { Edit, Selection } from '../markdown-commands.ts';
import { pasteBlock } from '../paste/paste-edits.ts';
import { PictureDialog } from '../pictures/picture-dialog.tsx';
import { changeEdit, type PicturePlace, pictureAround } from '../pictures/picture-edits.ts';
import type { TextSurface } from '../text-surface.ts';
import { runCommand } from '../use-writing-keys.ts';
import type { ToolAction } from './markdown-tools.ts';

export interface TextTools {
  readonly run: (action: ToolAction) => void;
  /** The open dialog of a tool. */
  readonly dialog: ReactNode;
}

type Asked =
  | { readonly tool: 'link'; readonly place: LinkPlace }
  /** Undefined for a new picture. */
  | { readonly tool: 'picture'; readonly place: PicturePlace | undefined };

/** Whether the caret is only beside a picture, where the picture tool adds another one. */
function isBeside({ start, end }: Selection, picture: PicturePlace): boolean {
  return start === end && (start === picture.start || end === picture.end);
}

/** What a tool with a dialog asks about. At a picture the link tool, too, asks about the picture. */
function askedBy(tool: Asked['tool'], text: string, selection: Selection): Asked {
  const picture = pictureAround(text, selection);
  const isNew = picture && tool === 'picture' && isBeside(selection, picture);
  if (picture && !isNew) return { tool: 'picture', place: picture };
  if (tool === 'picture') return { tool, place: undefined };
  return { tool, place: linkAround(text, selection) };
}

/** Runs the tools on the current text field; `chooseFile` opens the file chooser for a picture. */
export function useTextTools(
  surfaceNow: () => TextSurface | undefined,
  chooseFile: () => void,
): TextTools {
  const [asked, setAsked] = useState<Asked>();
  /** Run after the dialog is closed and the text has the focus again. */
  const chosen = useRef<() => void>(undefined);

  function close(): void {
    setAsked(undefined);
    chosen.current?.();
    chosen.current = undefined;
  }

  function run(action: ToolAction): void {
    const surface = surfaceNow();
    if (!surface?.takesEdits) return;
    if (action !== 'link' && action !== 'picture') runCommand(surface, action);
    else setAsked(askedBy(action, surface.text, surface.selection));
  }

  function put(make: (text: string, at: Selection) => Edit | undefined): void {
    chosen.current = () => {
      const surface = surfaceNow();
      const edit = surface?.takesEdits ? make(surface.text, surface.selection) : undefined;
      if (edit) surface?.apply(edit);
    };
  }

  function dialogOf(open: Asked): ReactNode {
    if (open.tool === 'link') {
      return <LinkDialog place={open.place} onEdit={(edit) => put(() => edit)} onClose={close} />;
    }
    const { place } = open;
    return (
      <PictureDialog
        picture={place}
        onFromDevice={() => {
          chosen.current = chooseFile;
        }}
        onMarkdown={(markdown) =>
          put((text, at) =>
            place ? changeEdit(text, place, markdown) : pasteBlock(text, at, markdown),
          )
        }
        onClose={close}
      />
    );
  }

  return { run, dialog: asked && dialogOf(asked) };
}
