import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { useBilling } from './use-billing'
import { words } from './words'

type Props = {
  label: string
  /** What changes and when, before it does. */
  consequence: string
  confirmLabel: string
  look?: 'primary' | 'secondary'
  work: Parameters<typeof useBilling>[0]
}

/** A button that first says what will happen, and when. */
export function ConfirmButton({ label, consequence, confirmLabel, look = 'secondary', work }: Props) {
  const [asking, setAsking] = useState(false)
  const action = useBilling(work)
  if (!asking) {
    return (
      <Button look={look} className="w-full" onClick={() => setAsking(true)}>
        {label}
      </Button>
    )
  }
  const confirm = () => action.mutate(undefined, { onSettled: () => setAsking(false) })
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="pb-3 text-sm">{consequence}</legend>
      <Button look="primary" autoFocus className="whitespace-normal" disabled={action.isPending} onClick={confirm}>
        {confirmLabel}
      </Button>
      <Button disabled={action.isPending} onClick={() => setAsking(false)}>
        {words.leave}
      </Button>
    </fieldset>
  )
}
