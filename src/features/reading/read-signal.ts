/** What a page tells of a blog that is read. Apart from the contract: the script that tells it needs no schemas. */
export const readSignals = ['opened', 'finished'] as const;
export type ReadSignal = (typeof readSignals)[number];

export const readsPath = '/api/reads';
