import { KeyRound } from 'lucide-react'
import { CodeBlock } from './ui/code-block'

/** What a page shows to somebody it does not know: how to come in, and how whoever runs the server lets them. */
export function KeyNeeded() {
  return (
    <section aria-label="An API key is needed" className="rounded-md border border-hairline bg-raised p-4">
      <p className="flex gap-3">
        <KeyRound className="mt-0.5 size-5 shrink-0 text-soft" aria-hidden="true" />
        <span>
          This server is open to other machines, so it takes calls with an API key only. Whoever runs it makes one with
          this command, in Verbatim's folder:
        </span>
      </p>
      <div className="pt-3 sm:pl-8">
        <CodeBlock label="Make an API key" code="npm run -s user -- create you@example.com" />
      </div>
    </section>
  )
}
