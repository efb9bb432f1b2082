/** The confirmation before staff no longer need a second factor. */
export interface FactorQuestion {
  readonly title: string;
  readonly text: string;
  readonly submitLabel: string;
  /** Saves the settings; throws the reason for a failure. */
  readonly onConfirm: (password: string) => Promise<void>;
  readonly onClose: () => void;
}

export const factorQuestion = {
  title: 'Ask staff for no second factor any more?',
  text: 'Whoever has the password of an owner, a moderator or an editor can then do what they can. Where the site sends email, every owner is told.',
  submitLabel: 'Save settings',
} as const;
