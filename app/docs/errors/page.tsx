import type { Metadata } from 'next'
import { PROBLEMS, type ProblemCode, problemRow } from '@/lib/platform/problem-table'

export const metadata: Metadata = {
  title: 'Errors',
  description: 'Every error of Verbatim: its code, its status, and what to do.',
}

const CODES = (Object.keys(PROBLEMS) as ProblemCode[]).sort((a, b) => problemRow(a).status - problemRow(b).status)

function retryWords({ retryable, retryAfterSeconds }: ReturnType<typeof problemRow>): string | null {
  if (!retryable) return null
  return retryAfterSeconds ? `Try again after ${retryAfterSeconds} s.` : 'Try again.'
}

function ErrorEntry({ code }: { code: ProblemCode }) {
  const row = problemRow(code)
  const retry = retryWords(row)
  return (
    <article
      id={code}
      className="-mx-3 scroll-mt-6 border-t border-hairline px-3 py-5 target:bg-wash sm:grid sm:grid-cols-[18rem_1fr] sm:gap-6"
    >
      <h2 className="flex items-baseline gap-3 pb-2 sm:pb-0">
        <a
          href={`#${code}`}
          className="rounded-sm font-mono text-sm break-all text-accent underline-offset-4 hover:underline"
        >
          {code}
        </a>
        <span className="times text-soft">{row.status}</span>
      </h2>
      <div>
        <p className="font-medium">{row.title}</p>
        <p className="pt-1">{row.detail}</p>
        {retry && <p className="pt-1 text-sm text-soft">{retry}</p>}
      </div>
    </article>
  )
}

/** Every code of the one table of errors, each with an anchor of its own: where a problem's `type` leads. */
export default function ErrorsPage() {
  return (
    <div className="mx-auto max-w-4xl pt-10">
      <h1 className="pb-3 text-2xl font-semibold tracking-tight">Errors</h1>
      <p className="max-w-[68ch] pb-8 text-soft">
        An error comes as <code className="font-mono text-sm">application/problem+json</code> with one of these codes;
        what is wrong with the request itself comes as a 422 that names the field. Every answer carries an{' '}
        <code className="font-mono text-sm whitespace-nowrap">X-Request-Id</code>: name it when you ask for help.
      </p>
      {CODES.map((code) => (
        <ErrorEntry key={code} code={code} />
      ))}
    </div>
  )
}
