import { LocateFixed } from 'lucide-react'
import type { ComponentProps } from 'react'
import { words } from '../words'

/** Floats over the text while the spoken line is out of view; resumes following it. */
export function ResumeChip(rest: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...rest}
      className="fixed bottom-6 left-1/2 z-20 inline-flex min-h-10 -translate-x-1/2 items-center gap-2 rounded-full border border-hairline bg-floating px-4 text-sm font-medium text-ink shadow-float hover:border-outline print:hidden"
    >
      <LocateFixed className="size-4" aria-hidden="true" />
      {words.resume}
    </button>
  )
}
