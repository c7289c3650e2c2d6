import type { ClipboardEvent, Ref } from 'react'
import { Chip } from '@/components/ui/chip'
import { UrlInput } from '@/components/url-input'
import { recogniseHint } from './recognise-hint'
import { words } from './words'

type LinkFieldProps = {
  ref: Ref<HTMLInputElement>
  value: string
  onChange: (value: string) => void
  /** Takes what is pasted in place of the field; returns whether it did. */
  onPasteText?: (text: string) => boolean
  disabled?: boolean
  captionEndings: readonly string[]
  takesFocus?: boolean
  /** In a form that the browser sends itself. */
  name?: string
}

/** The field for a link, with a chip that names what it seems to lead to. */
export function LinkField({
  ref,
  value,
  onChange,
  onPasteText,
  disabled = false,
  captionEndings,
  takesFocus = false,
  name,
}: LinkFieldProps) {
  const hint = recogniseHint(value, captionEndings)
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    if (onPasteText?.(event.clipboardData.getData('text'))) event.preventDefault()
  }
  return (
    <div className="flex min-h-14 min-w-0 flex-1 items-center gap-3 rounded-md border border-outline bg-raised pe-3 outline-offset-2 has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-accent">
      <UrlInput
        ref={ref}
        name={name}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onPaste={paste}
        disabled={disabled}
        autoFocus={takesFocus}
        enterKeyHint="go"
        aria-label={words.link}
        placeholder={words.placeholder}
        className="min-w-0 flex-1 bg-transparent py-3 ps-4 text-lg text-ink placeholder:text-soft focus-visible:outline-none disabled:text-soft"
      />
      <span role="status">{hint && <Chip>{hint}</Chip>}</span>
    </div>
  )
}
