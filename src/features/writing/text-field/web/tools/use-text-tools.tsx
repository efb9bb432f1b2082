import { type ReactNode, useRef, useState } from 'react';
import { LinkDialog } from '../links/link-dialog.tsx';
import { type LinkPlace, linkAround } from '../links/link-edits.ts';
import type { Edit, Selection } from '../markdown-commands.ts';
import { pasteBlock } from '../paste/paste-edits.ts';
import { PictureDialog } from '../pictures/picture-dialog.tsx';
import type { TextSurface } from '../text-surface.ts';
import { runCommand } from '../use-writing-keys.ts';
import type { ToolAction } from './markdown-tools.ts';

export interface TextTools {
  readonly run: (action: ToolAction) => void;
  /** The open dialog of a tool. */
  readonly dialog: ReactNode;
}

/** Runs the tools on the current text field; `chooseFile` opens the file chooser for a picture. */
export function useTextTools(
  surfaceNow: () => TextSurface | undefined,
  chooseFile: () => void,
): TextTools {
  const [asked, setAsked] = useState<'picture' | LinkPlace>();
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
    if (action === 'link') setAsked(linkAround(surface.text, surface.selection));
    else if (action === 'picture') setAsked('picture');
    else runCommand(surface, action);
  }

  function put(make: (text: string, at: Selection) => Edit): void {
    chosen.current = () => {
      const surface = surfaceNow();
      if (surface?.takesEdits) surface.apply(make(surface.text, surface.selection));
    };
  }

  const dialog =
    asked === 'picture' ? (
      <PictureDialog
        onFromDevice={() => {
          chosen.current = chooseFile;
        }}
        onMarkdown={(markdown) => put((text, at) => pasteBlock(text, at, markdown))}
        onClose={close}
      />
    ) : (
      asked && <LinkDialog place={asked} onEdit={(edit) => put(() => edit)} onClose={close} />
    );
  return { run, dialog };
}
