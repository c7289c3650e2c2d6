import { type DocumentProps, Head, Html, Main, NextScript } from 'next/document'
import { LOCALE } from '@/components/format/locale'
import { parseTheme } from '@/components/site/theme/theme'

/** The document around a page, in the theme that the page was asked for. */
export default function StaticDocument({ __NEXT_DATA__ }: DocumentProps) {
  const theme = parseTheme(__NEXT_DATA__.props.pageProps?.theme)
  return (
    <Html lang={LOCALE} data-theme={theme === 'system' ? undefined : theme}>
      <Head />
      <body className="flex flex-col *:contents">
        <Main />
        <NextScript />
      </body>
    </Html>
  )
}
