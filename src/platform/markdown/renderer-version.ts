/**
 * Names what the renderer makes of a text: kept HTML that bears another name is laid out anew in the background. It is
 * a fingerprint of the renderer's sources and packages, which its test works out and compares: nobody has to think of it.
 */
export const rendererVersion = 'd4deb9d2b7e6013d';
