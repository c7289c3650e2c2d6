import * as AlertDialog from '@radix-ui/react-alert-dialog'
import type { ReactNode } from 'react'
import { Button } from './button'

type Props = {
  trigger: ReactNode
  title: string
  text: string
  /** The labels of the two buttons. */
  confirm: string
  cancel: string
  onConfirm: () => void
  /** Something is deleted or ended. */
  isDestructive?: boolean
}

/** Asks for confirmation before something that can't be undone. */
export function ConfirmDialog({ trigger, title, text, confirm, cancel, onConfirm, isDestructive = false }: Props) {
  return (
    <AlertDialog.Root>
      <AlertDialog.Trigger asChild>{trigger}</AlertDialog.Trigger>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="fixed inset-0 z-40 bg-veil" />
        <AlertDialog.Content className="fixed inset-x-4 top-1/2 z-50 mx-auto flex max-w-md -translate-y-1/2 flex-col gap-3 rounded-md border border-hairline bg-floating p-6 font-sans shadow-float">
          <AlertDialog.Title className="text-lg font-semibold">{title}</AlertDialog.Title>
          <AlertDialog.Description className="text-sm text-soft">{text}</AlertDialog.Description>
          <div className="flex flex-wrap justify-end gap-2 pt-3">
            <AlertDialog.Cancel asChild>
              <Button>{cancel}</Button>
            </AlertDialog.Cancel>
            <AlertDialog.Action asChild>
              <Button variant={isDestructive ? 'danger' : 'primary'} onClick={onConfirm}>
                {confirm}
              </Button>
            </AlertDialog.Action>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
