import * as Dialog from '@radix-ui/react-dialog'
import { type FormEvent, useRef, useState } from 'react'
import { stayWhileComposing } from '@/components/shortcut-key'
import { Button } from '@/components/ui/button'
import { TextInput } from '@/components/ui/fields'
import { parseSeconds } from '@/lib/captions/time-range'
import { words } from '../words'

type Props = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Called with a time in seconds once the dialog is closed. */
  onGo: (seconds: number) => void
}

/** Asks for a time in the recording. */
export function GoToTimeDialog({ open, onOpenChange, onGo }: Props) {
  const wanted = useRef<number | null>(null)
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-veil" />
        <Dialog.Content
          aria-describedby={undefined}
          onEscapeKeyDown={stayWhileComposing}
          onCloseAutoFocus={(event) => {
            const seconds = wanted.current
            wanted.current = null
            if (seconds === null) return
            event.preventDefault()
            onGo(seconds)
          }}
          className="fixed inset-x-4 top-1/2 z-50 mx-auto max-w-sm -translate-y-1/2 rounded-md border border-hairline bg-floating p-6 font-sans shadow-float"
        >
          <Dialog.Title className="pb-3 text-lg font-semibold">{words.goToTime}</Dialog.Title>
          <TimeForm
            onTime={(seconds) => {
              wanted.current = seconds
              onOpenChange(false)
            }}
          />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function TimeForm({ onTime }: { onTime: (seconds: number) => void }) {
  const [error, setError] = useState<string | null>(null)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const seconds = parseSeconds(String(new FormData(event.currentTarget).get('time')).trim())
    if (seconds === null) setError(words.noTime)
    else onTime(seconds)
  }
  return (
    <form className="flex flex-col gap-4" onSubmit={submit}>
      <TextInput
        id="go-to-time"
        name="time"
        label={words.time}
        hint={words.timeHint}
        error={error}
        autoComplete="off"
        spellCheck={false}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Dialog.Close asChild>
          <Button>{words.cancel}</Button>
        </Dialog.Close>
        <Button type="submit" variant="primary">
          {words.go}
        </Button>
      </div>
    </form>
  )
}
