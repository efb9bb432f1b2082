import { rememberedSwitch } from '../../platform/web/remembered-switch.ts';

/** Single-key shortcuts are on until the visitor switches them off (WCAG 2.1.4). */
export const shortcutsOff = rememberedSwitch('shortcuts', 'off');
