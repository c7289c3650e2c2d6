import type { AppProps } from 'next/app'
import { inter, jetBrainsMono, sourceSerif } from '@/app/fonts'
import '@/app/globals.css'

const FONTS = [
  ['--font-inter', inter],
  ['--font-source-serif', sourceSerif],
  ['--font-jetbrains-mono', jetBrainsMono],
] as const

/** Names the fonts for the whole document: here, and not on `<html>` as in `app/`, is where they may be read. */
function FontNames() {
  const named = FONTS.map(([name, { style }]) => `${name}:${style.fontFamily}`)
  return <style>{`:root{${named.join(';')}}`}</style>
}

/** The frame of pages without React in the browser. */
export default function StaticApp({ Component, pageProps }: AppProps) {
  return (
    <>
      <FontNames />
      <Component {...pageProps} />
    </>
  )
}
