import * as Dialog from '@radix-ui/react-dialog'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { stayWhileComposing } from '@/components/shortcut-key'
import { Button } from '@/components/ui/button'
import { MAX_TAG_CHARACTERS } from '@/lib/library/tags/contract'
import { words } from './words'

type Props = { trigger: ReactNode; count: number; onChange: (action: 'tag' | 'untag', tag: string) => void }

/** Asks for a tag, completed from the user's own, and whether to add or to remove it. */
export function TagDialog({ trigger, count, onChange }: Props) {
  const [open, setOpen] = useState(false)
  const [tag, setTag] = useState('')
  const list = useId()
  const { data: tags = [] } = useQuery({
    queryKey: ['tags'],
    queryFn: async ({ signal }) => (await import('./library-requests')).fetchTags(signal),
    enabled: open,
  })
  const perform = (action: 'tag' | 'untag') => {
    if (tag.trim() === '') return
    onChange(action, tag.trim())
    setTag('')
    setOpen(false)
  }
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger asChild>{trigger}</Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-veil" />
        <Dialog.Content
          onEscapeKeyDown={stayWhileComposing}
          className="fixed inset-x-4 top-1/2 z-50 mx-auto max-w-md -translate-y-1/2 rounded-md border border-hairline bg-floating p-6 font-sans shadow-float"
        >
          <form
            className="flex flex-col gap-3"
            onSubmit={(event) => {
              event.preventDefault()
              perform('tag')
            }}
          >
            <Dialog.Title className="text-lg font-semibold">{words.tagTitle(count)}</Dialog.Title>
            <Dialog.Description className="text-sm text-soft">{words.tagText}</Dialog.Description>
            <input
              value={tag}
              onChange={({ target }) => setTag(target.value)}
              list={list}
              maxLength={MAX_TAG_CHARACTERS}
              aria-label={words.tagName}
              autoComplete="off"
              className="min-h-11 rounded-md border border-outline bg-raised px-3 text-base"
            />
            <datalist id={list}>
              {tags.map(({ name }) => (
                <option key={name} value={name} />
              ))}
            </datalist>
            <div className="flex flex-wrap justify-end gap-2 pt-2">
              <Dialog.Close asChild>
                <Button>{words.cancel}</Button>
              </Dialog.Close>
              <Button disabled={tag.trim() === ''} onClick={() => perform('untag')}>
                {words.removeTag}
              </Button>
              <Button type="submit" variant="primary" disabled={tag.trim() === ''}>
                {words.addTag}
              </Button>
            </div>
          </form>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
