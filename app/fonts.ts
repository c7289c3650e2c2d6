import localFont from 'next/font/local'

/*
 * A font that comes late replaces one of the system in the same widths and heights: see system-fonts.css.
 */

/** The interface. */
export const inter = localFont({
  src: '../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  variable: '--font-inter',
  weight: '100 900',
  display: 'swap',
  fallback: ['Inter near Liberation', 'Inter near DejaVu', 'system-ui', 'sans-serif'],
})

/** The text of transcripts. */
export const sourceSerif = localFont({
  src: '../node_modules/@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2',
  variable: '--font-source-serif',
  weight: '200 900',
  display: 'swap',
  fallback: ['Source Serif near Liberation', 'Source Serif near DejaVu', 'Georgia', 'serif'],
  adjustFontFallback: 'Times New Roman',
})

/** Times and keys. */
export const jetBrainsMono = localFont({
  src: '../node_modules/@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2',
  variable: '--font-jetbrains-mono',
  weight: '100 800',
  display: 'swap',
  fallback: ['ui-monospace', 'monospace'],
})
