import { rememberedSwitch } from '../../../../platform/web/remembered-switch.ts';

/** Preference for the Markdown source field, stored in this browser. */
export const markdownSwitch = rememberedSwitch('writing', 'markdown');
