import { rememberedSwitch } from '../../../../platform/web/remembered-switch.ts';

/** One writes the text's Markdown, as it is saved: this browser remembers that it is wanted. */
export const markdownSwitch = rememberedSwitch('writing', 'markdown');
