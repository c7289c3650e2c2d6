import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { problemOf } from '@/components/problem-of'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'

type Props = {
  label: string
  /** For a screen reader, where `label` leaves open what it is about. */
  fullLabel?: string
  look?: 'secondary' | 'quiet'
  /** What happens then. */
  text: string
  confirm: string
  keep: string
  /** Does it, and says so. What it throws is shown, and can be tried again. */
  work: () => Promise<void>
}

/** A button for what can't be taken back: it asks once more, where it stands. */
export function ConfirmStep({ label, fullLabel, look = 'secondary', text, confirm, keep, work }: Props) {
  const [asking, setAsking] = useState(false)
  const doing = useMutation({ mutationFn: work, onError: (error) => toast.error(problemOf(error).detail) })
  if (!asking) {
    return (
      <Button look={look} aria-label={fullLabel} onClick={() => setAsking(true)}>
        {label}
      </Button>
    )
  }
  const busy = doing.isPending || doing.isSuccess
  return (
    <fieldset className="flex flex-wrap items-center gap-2">
      <legend className="pb-2 text-sm text-soft">{text}</legend>
      <Button look="primary" autoFocus disabled={busy} onClick={() => doing.mutate()}>
        {confirm}
      </Button>
      <Button disabled={busy} onClick={() => setAsking(false)}>
        {keep}
      </Button>
    </fieldset>
  )
}
