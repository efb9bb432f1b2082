/** The text of the newsletter form, stored with each consent. */
export const boxWords = 'Join 70,000 subscribers and get the best of the hub in your inbox.';
export const boxButton = 'Subscribe';
