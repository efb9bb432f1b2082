import { rememberedSwitch } from '../../../../../platform/web/remembered-switch.ts';

/** The text looks as it will be read while it is written: this browser remembers that it is wanted. */
export const liveSwitch = rememberedSwitch('writing', 'formatted');
