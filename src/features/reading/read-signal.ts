/** Reading events that a page reports. Separate from the contract: the reporting script needs no schemas. */
export const readSignals = ['opened', 'finished'] as const;
export type ReadSignal = (typeof readSignals)[number];

export const readsPath = '/api/reads';
