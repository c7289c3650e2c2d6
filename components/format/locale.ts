/** The language of the interface: its words, and how it writes dates and numbers. */
export const LOCALE = 'en'
