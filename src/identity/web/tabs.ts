/** The channel by which the tabs of a browser tell each other that somebody signed in or out. */
export const tabsChannel = 'identity';
