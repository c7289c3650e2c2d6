import { Close } from '@radix-ui/react-dialog'
import { type FormEvent, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { TextInput } from '@/components/ui/fields'
import { FormDialog } from '@/components/ui/form-dialog'
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
    <FormDialog
      title={words.goToTime}
      open={open}
      onOpenChange={onOpenChange}
      onCloseAutoFocus={(event) => {
        const seconds = wanted.current
        wanted.current = null
        if (seconds === null) return
        event.preventDefault()
        onGo(seconds)
      }}
    >
      <TimeForm
        onTime={(seconds) => {
          wanted.current = seconds
          onOpenChange(false)
        }}
      />
    </FormDialog>
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
        <Close asChild>
          <Button>{words.cancel}</Button>
        </Close>
        <Button type="submit" variant="primary">
          {words.go}
        </Button>
      </div>
    </form>
  )
}
