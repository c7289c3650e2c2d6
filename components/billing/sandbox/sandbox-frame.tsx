import { FlaskConical } from 'lucide-react'
import type { ReactNode } from 'react'
import { words } from './words'

/** A page of the billing sandbox, marked as one. */
export function SandboxFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mx-auto max-w-lg pt-8 sm:pt-16">
      <p className="mb-6 flex items-center gap-2 rounded-md bg-wash px-4 py-3 text-sm">
        <FlaskConical className="size-4 shrink-0" aria-hidden="true" />
        {words.frame}
      </p>
      <h1 className="pb-6 text-2xl font-semibold tracking-tight text-balance">{title}</h1>
      {children}
    </div>
  )
}
