/**
 * Version of the renderer's output: stored HTML of another version is rendered again in the background. The value is a
 * fingerprint of the renderer's sources and packages; a test computes and compares it.
 */
export const rendererVersion = '5398f5ef23267e6e';
