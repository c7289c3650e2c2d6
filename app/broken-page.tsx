import type { ReactNode } from 'react'
import { ProblemCard } from '@/components/problem/problem-card'
import { words } from './words'

type Props = { detail: string; digest: string | undefined; children: ReactNode }

/** Shown in place of a page that failed. The digest leads the operator to the line in the log. */
export function BrokenPage({ detail, digest, children }: Props) {
  return (
    <>
      <title>{words.brokeTitle}</title>
      <h1 className="pb-4 text-2xl font-semibold tracking-tight">{words.broke}</h1>
      <ProblemCard problem={{ detail }}>
        {children}
        {digest && (
          <p className="text-xs text-soft">
            {words.errorId} <code className="times">{digest}</code>
          </p>
        )}
      </ProblemCard>
    </>
  )
}
