'use client'

import { ProblemCard } from '@/components/problem-card'
import { Button } from '@/components/ui/button'

/** A page that broke. The digest leads whoever runs the server to the line of its log. */
export default function ErrorPage({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  const detail = 'This page broke on our side. Your recordings and transcripts are safe; try again.'
  return (
    <div className="mx-auto max-w-2xl pt-8 sm:pt-16">
      <title>Something broke · Verbatim</title>
      <h1 className="pb-4 text-2xl font-semibold tracking-tight">Something broke</h1>
      <ProblemCard problem={{ detail, request_id: null }}>
        <Button onClick={reset}>Try again</Button>
        {error.digest && (
          <p className="text-xs text-soft">
            Error id <code className="times">{error.digest}</code>
          </p>
        )}
      </ProblemCard>
    </div>
  )
}
