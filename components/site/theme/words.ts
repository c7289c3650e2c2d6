/** The texts of the choice of a theme. */
export const words = {
  theme: 'Theme',
  themes: { system: 'System', light: 'Light', dark: 'Dark' },
} as const
