import * as Dialog from '@radix-ui/react-dialog'
import type { ComponentProps, ReactNode } from 'react'
import { stayWhileComposing } from '@/components/shortcut-key'

type Props = Pick<ComponentProps<typeof Dialog.Root>, 'open' | 'onOpenChange'> &
  Pick<ComponentProps<typeof Dialog.Content>, 'onCloseAutoFocus'> & { title: string; children: ReactNode }

/** A dialog in the middle of the window that asks for a few words. */
export function FormDialog({ title, children, onCloseAutoFocus, ...state }: Props) {
  return (
    <Dialog.Root {...state}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-veil" />
        <Dialog.Content
          aria-describedby={undefined}
          onEscapeKeyDown={stayWhileComposing}
          onCloseAutoFocus={onCloseAutoFocus}
          className="fixed inset-x-4 top-1/2 z-50 mx-auto max-w-md -translate-y-1/2 rounded-md border border-hairline bg-floating p-6 font-sans shadow-float"
        >
          <Dialog.Title className="pb-3 text-lg font-semibold">{title}</Dialog.Title>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
