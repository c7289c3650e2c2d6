import { KeyRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { CodeBlock } from '@/components/ui/code-block'

/** What a page that needs an account shows where nobody is signed in: the way that leads on with an API key. */
export function NobodySignedIn({ children, code, label }: { children: ReactNode; code: string; label: string }) {
  return (
    <section aria-label="Nobody is signed in" className="rounded-md border border-hairline bg-raised p-4">
      <p className="flex gap-3">
        <KeyRound className="mt-0.5 size-5 shrink-0 text-soft" aria-hidden="true" />
        <span>{children}</span>
      </p>
      <div className="pt-3 sm:pl-8">
        <CodeBlock label={label} code={code} />
      </div>
    </section>
  )
}
