/** What the choice of a theme says. */
export const words = {
  theme: 'Theme',
  themes: { system: 'System', light: 'Light', dark: 'Dark' },
} as const
