'use client'

import { ProblemCard } from '@/components/problem-card'
import { Button } from '@/components/ui/button'
import './globals.css'

/** What is left when the frame of the pages itself broke. */
export default function GlobalError({ error }: { error: Error & { digest?: string } }) {
  const detail = 'Verbatim could not show this page. Your recordings and transcripts are safe; load it again.'
  return (
    <html lang="en">
      <body className="mx-auto max-w-2xl px-4 pt-16">
        <title>Something broke · Verbatim</title>
        <h1 className="pb-4 text-2xl font-semibold tracking-tight">Something broke</h1>
        <ProblemCard problem={{ detail, request_id: null }}>
          <Button onClick={() => window.location.reload()}>Load it again</Button>
          {error.digest && (
            <p className="text-xs text-soft">
              Error id <code className="times">{error.digest}</code>
            </p>
          )}
        </ProblemCard>
      </body>
    </html>
  )
}
