import { type MouseEvent, useEffect, useSyncExternalStore } from 'react'
import { Toaster, toast } from 'sonner'
import { type Notice, showToasts } from './toast'

const TOAST_CLASSES =
  'flex w-full items-center gap-2 rounded-md border border-hairline bg-floating px-4 py-3 font-sans text-sm text-ink shadow-float print:hidden'
const ACTION_CLASSES =
  'ms-auto min-h-8 pointer-coarse:min-h-10 shrink-0 rounded-md border border-hairline px-3 font-medium text-accent hover:border-outline'

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

/** Where notices are near the edges of the window. */
const PHONE = '(max-width: 600px)'

function onPhoneChange(listener: () => void): () => void {
  const phone = window.matchMedia(PHONE)
  phone.addEventListener('change', listener)
  return () => phone.removeEventListener('change', listener)
}

/**
 * Shows notices, at the top: at the bottom they would cover the actions on selected rows. On a phone, whose controls are at the top, they
 * are above those actions.
 */
export function LiveToaster() {
  const isPhone = useSyncExternalStore(onPhoneChange, () => window.matchMedia(PHONE).matches)
  useEffect(() => showToasts(showNotice), [])
  return (
    <Toaster
      position={isPhone ? 'bottom-center' : 'top-center'}
      offset={{ top: 64 }}
      mobileOffset={{ bottom: 88 }}
      toastOptions={{ unstyled: true, className: TOAST_CLASSES, classNames: { actionButton: ACTION_CLASSES } }}
    />
  )
}
