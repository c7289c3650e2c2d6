/** What the choice of a theme says. */
export const words = {
  theme: 'Theme',
  themes: { system: 'As the system', light: 'Light', dark: 'Dark' },
} as const
