/** Default contact details of the site. */
export const ownAddress = {
  email: 'hello@thecontenthub.example',
  phone: '+44 20 7946 0192',
  /** One line each. */
  address: "14 Printer's Yard\nLondon EC4A 2AB",
} as const;
