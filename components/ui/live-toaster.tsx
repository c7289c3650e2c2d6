import { type MouseEvent, useEffect } from 'react'
import { Toaster, toast } from 'sonner'
import { type Notice, showToasts } from './toast'

const TOAST_CLASSES =
  'flex w-full items-center gap-2 rounded-md border border-hairline bg-floating px-4 py-3 font-sans text-sm text-ink shadow-float print:hidden'
const ACTION_CLASSES =
  'ms-auto min-h-8 shrink-0 rounded-md border border-hairline px-3 font-medium text-accent hover:border-outline'

/** An action needs time to be read and reached. */
const WITH_ACTION_MS = 10_000

function showNotice({ kind, text, id, action }: Notice): void {
  const shared = id === undefined ? {} : { id }
  const button = action && {
    label: action.label,
    onClick: (event: MouseEvent) => {
      // The action's own notice replaces this one, which would close otherwise.
      if (id !== undefined) event.preventDefault()
      action.onClick()
    },
  }
  if (kind === 'progress') toast.loading(text, { ...shared, duration: Number.POSITIVE_INFINITY })
  else
    toast[kind](text, { ...shared, ...(button ? { action: button, duration: WITH_ACTION_MS } : { duration: 4_000 }) })
}

/** Shows notices, at the top: at the bottom they would cover the actions on selected rows. */
export function LiveToaster() {
  useEffect(() => showToasts(showNotice), [])
  return (
    <Toaster
      position="top-center"
      offset={{ top: 64 }}
      mobileOffset={{ top: 64 }}
      toastOptions={{ unstyled: true, className: TOAST_CLASSES, classNames: { actionButton: ACTION_CLASSES } }}
    />
  )
}
