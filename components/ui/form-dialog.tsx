import * as Dialog from '@radix-ui/react-dialog'
import type { ComponentProps, ReactNode } from 'react'
import { stayWhileComposing } from '@/components/shortcut-key'

type FrameProps = Pick<ComponentProps<typeof Dialog.Root>, 'open' | 'onOpenChange'> &
  Pick<ComponentProps<typeof Dialog.Content>, 'onCloseAutoFocus' | 'onKeyDown'> & {
    /** The button that opens the dialog, where nothing else does. */
    trigger?: ReactNode
    /** Whether the content has a `Dialog.Description`. */
    isDescribed?: boolean
    /** Place, width, padding and layout. */
    className: string
    children: ReactNode
  }

/** A window over a veil. Its content has the title. */
export function DialogFrame({
  open,
  onOpenChange,
  trigger,
  isDescribed = false,
  className,
  children,
  ...content
}: FrameProps) {
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      {trigger && <Dialog.Trigger asChild>{trigger}</Dialog.Trigger>}
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-veil" />
        <Dialog.Content
          onEscapeKeyDown={stayWhileComposing}
          className={`fixed inset-x-4 z-50 mx-auto flex flex-col rounded-md border border-hairline bg-floating font-sans text-ink shadow-float ${className}`}
          {...(!isDescribed && { 'aria-describedby': undefined })}
          {...content}
        >
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

type Props = Omit<FrameProps, 'className' | 'isDescribed'> & {
  title: string
  /** A sentence below the title. */
  text?: string
  width?: 'max-w-md' | 'max-w-xl' | 'max-w-2xl'
}

/** A dialog in the middle of the window, with a title. */
export function FormDialog({ title, text, width = 'max-w-md', children, ...frame }: Props) {
  return (
    <DialogFrame
      {...frame}
      isDescribed={text !== undefined}
      className={`top-1/2 max-h-[85dvh] -translate-y-1/2 gap-3 overflow-y-auto p-6 ${width}`}
    >
      <Dialog.Title className="text-lg font-semibold">{title}</Dialog.Title>
      {text && <Dialog.Description className="text-sm text-soft">{text}</Dialog.Description>}
      {children}
    </DialogFrame>
  )
}
