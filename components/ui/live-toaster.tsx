import { useEffect } from 'react'
import { Toaster, toast } from 'sonner'
import { showToasts } from './toast'

const LOOK =
  'flex w-full items-center gap-2 rounded-md border border-hairline bg-floating px-4 py-3 font-sans text-sm text-ink shadow-float print:hidden'

/** The place where notices appear. */
export function LiveToaster() {
  useEffect(() => showToasts(({ kind, text }) => toast[kind](text)), [])
  return <Toaster position="bottom-right" toastOptions={{ unstyled: true, className: LOOK }} />
}
