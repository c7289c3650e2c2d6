import localFont from 'next/font/local'

/*
 * On a line so slow that a font comes late, a page keeps the font it began with: text that is read never moves.
 */

/** The interface. */
export const inter = localFont({
  src: '../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  variable: '--font-inter',
  weight: '100 900',
  display: 'optional',
  fallback: ['system-ui', 'sans-serif'],
})

/** The text of transcripts. */
export const sourceSerif = localFont({
  src: '../node_modules/@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2',
  variable: '--font-source-serif',
  weight: '200 900',
  display: 'optional',
  fallback: ['Georgia', 'serif'],
  adjustFontFallback: 'Times New Roman',
})

/** Times and keys. */
export const jetBrainsMono = localFont({
  src: '../node_modules/@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2',
  variable: '--font-jetbrains-mono',
  weight: '100 800',
  display: 'optional',
  fallback: ['ui-monospace', 'monospace'],
})
