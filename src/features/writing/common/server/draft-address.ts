export interface DraftAddress {
  readonly personId: string;
  readonly key: string;
}
