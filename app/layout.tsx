import type { Metadata, Viewport } from 'next'
import { cookies } from 'next/headers'
import { connection } from 'next/server'
import { type ReactNode, Suspense } from 'react'
import { LOCALE } from '@/components/format/locale'
import { PaletteHost } from '@/components/palette/palette-host'
import { Providers } from '@/components/providers'
import { PageFrame } from '@/components/site/page-frame'
import { PendingPage } from '@/components/site/pending-page'
import { SiteHeader } from '@/components/site/site-header'
import { parseTheme, THEME_COOKIE } from '@/components/site/theme/theme'
import { inter, jetBrainsMono, sourceSerif } from './fonts'
import { pageAccount } from './page-account'
import './globals.css'
import { words } from './words'

export const metadata: Metadata = {
  title: { default: words.name, template: words.titled },
  description: words.description,
}

export const viewport: Viewport = { colorScheme: 'light dark' }

/** The frame of every page. Rendered for each request: its scripts carry that request's nonce. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  await connection()
  const theme = parseTheme((await cookies()).get(THEME_COOKIE)?.value)
  const account = await pageAccount()
  const fonts = `${inter.variable} ${sourceSerif.variable} ${jetBrainsMono.variable}`
  return (
    <html lang={LOCALE} className={fonts} data-theme={theme === 'system' ? undefined : theme} suppressHydrationWarning>
      <body className="flex flex-col">
        <Providers>
          <Suspense>
            <PendingPage />
          </Suspense>
          <PageFrame header={<SiteHeader theme={theme} account={account} />} isOfAccount={account !== null}>
            {children}
          </PageFrame>
          {account && <PaletteHost viewer={account} />}
        </Providers>
      </body>
    </html>
  )
}
