import { useMutation } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import { problemOf } from '@/components/problem/problem-of'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'

type Props = {
  label: string
  /** For a screen reader, where `label` leaves open what it is about. */
  fullLabel?: string
  variant?: 'secondary' | 'quiet'
  /** The effect of a confirmation. */
  text: string
  confirm: string
  keep: string
  /** Runs the action and shows its result. An error is shown, and the action can be repeated. */
  work: () => Promise<void>
}

/**
 * A button for an action that can't be undone. It asks for confirmation in a dialog, so that its row keeps its place.
 * The native dialog element keeps long lists light.
 */
export function ConfirmStep({ label, fullLabel, variant = 'secondary', text, confirm, keep, work }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const doing = useMutation({ mutationFn: work, onError: (error) => toast.error(problemOf(error).detail) })
  const close = () => dialog.current?.close()
  const begin = () => {
    close()
    doing.mutate()
  }
  return (
    <>
      <Button
        variant={variant}
        aria-label={fullLabel}
        disabled={doing.isPending || doing.isSuccess}
        onClick={() => dialog.current?.showModal()}
      >
        {label}
      </Button>
      <dialog
        ref={dialog}
        role="alertdialog"
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-text`}
        className="m-auto w-[calc(100%-2rem)] max-w-md rounded-md border border-hairline bg-floating p-6 text-start font-sans text-ink shadow-float backdrop:bg-veil"
      >
        <h2 id={`${id}-title`} className="text-lg font-semibold wrap-anywhere">
          {fullLabel ?? label}
        </h2>
        <p id={`${id}-text`} className="pt-3 text-sm text-soft">
          {text}
        </p>
        <div className="flex flex-wrap justify-end gap-2 pt-6">
          <Button onClick={close}>{keep}</Button>
          <Button variant="danger" onClick={begin}>
            {confirm}
          </Button>
        </div>
      </dialog>
    </>
  )
}
