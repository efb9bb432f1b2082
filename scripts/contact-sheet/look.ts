import type { Scene } from '../../test/scenes/scene.ts';

/** Viewport widths in CSS pixels. */
export const widths = [320, 390, 768, 1024, 1366, 1920] as const;
export const themes = ['light', 'dark'] as const;

/** Viewport width and theme of a screenshot. */
export interface Look {
  readonly width: (typeof widths)[number];
  readonly theme: (typeof themes)[number];
}

export function pictureName({ screen, state }: Scene, { width, theme }: Look): string {
  return `${screen}-${state}-${width}-${theme}.jpg`;
}
