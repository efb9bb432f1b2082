/** Under which a device keeps when its member last looked at which blog. By itself: the first script of a page names it. */
export const visitsKey = 'comment-visits';
