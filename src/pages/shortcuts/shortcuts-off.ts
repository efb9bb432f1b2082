import { rememberedSwitch } from '../../platform/web/remembered-switch.ts';

/** Single keys do something until somebody switches them off (WCAG 2.1.4). */
export const shortcutsOff = rememberedSwitch('shortcuts', 'off');
