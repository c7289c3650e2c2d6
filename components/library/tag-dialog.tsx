import { Close } from '@radix-ui/react-dialog'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { FormDialog } from '@/components/ui/form-dialog'
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
    <FormDialog title={words.tagTitle(count)} text={words.tagText} open={open} onOpenChange={setOpen} trigger={trigger}>
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          perform('tag')
        }}
      >
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
          <Close asChild>
            <Button>{words.cancel}</Button>
          </Close>
          <Button disabled={tag.trim() === ''} onClick={() => perform('untag')}>
            {words.removeTag}
          </Button>
          <Button type="submit" variant="primary" disabled={tag.trim() === ''}>
            {words.addTag}
          </Button>
        </div>
      </form>
    </FormDialog>
  )
}
