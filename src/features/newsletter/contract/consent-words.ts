/** What the newsletter's box says: readers agree to it, so that it is kept with what they ask for. */
export const boxWords = 'Join 70,000 subscribers and get the best of the hub in your inbox.';
export const boxButton = 'Subscribe';
