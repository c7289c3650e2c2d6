'use client'

import { LOCALE } from '@/components/format/locale'
import { Button } from '@/components/ui/button'
import { BrokenPage } from './broken-page'
import './globals.css'
import { words } from './words'

/** Shown when the layout of the pages failed. */
export default function GlobalError({ error }: { error: Error & { digest?: string } }) {
  return (
    <html lang={LOCALE}>
      <body className="mx-auto max-w-2xl px-4 pt-16">
        <BrokenPage detail={words.brokeWhole} digest={error.digest}>
          <Button onClick={() => window.location.reload()}>{words.reload}</Button>
        </BrokenPage>
      </body>
    </html>
  )
}
