/** How the site is reached until its owner says otherwise. */
export const ownAddress = {
  email: 'hello@thecontenthub.example',
  phone: '+44 20 7946 0192',
  /** Line by line. */
  address: "14 Printer's Yard\nLondon EC4A 2AB",
} as const;
