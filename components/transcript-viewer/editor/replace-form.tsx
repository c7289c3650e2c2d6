import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { rememberSpelling } from './editor-requests'
import { words } from './editor-words'
import type { Editing } from './use-editor'
import { useReplace } from './use-replace'

const FIELD = 'min-h-10 min-w-0 flex-1 basis-32 rounded-md border border-outline bg-raised px-3 text-sm text-ink'

/** Finds and replaces words in the whole text, as one revision. */
export function ReplaceForm({ libraryItemId, editing }: { libraryItemId: string; editing: Editing }) {
  const [find, setFind] = useState('')
  const [replace, setReplace] = useState('')
  const [wholeWords, setWholeWords] = useState(true)
  const [remembers, setRemembers] = useState(false)
  const { mutate, isPending } = useReplace(libraryItemId, editing, async () => {
    if (remembers && replace.trim() !== '') await rememberSpelling(replace.trim(), find.trim())
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    mutate({ find, replace, wholeWords })
  }
  return (
    <form onSubmit={submit} className="flex flex-wrap items-center gap-2">
      <input
        value={find}
        onChange={({ target }) => setFind(target.value)}
        aria-label={words.find}
        placeholder={words.find}
        maxLength={200}
        autoComplete="off"
        className={FIELD}
      />
      <input
        value={replace}
        onChange={({ target }) => setReplace(target.value)}
        aria-label={words.replaceWith}
        placeholder={words.replaceWith}
        maxLength={200}
        autoComplete="off"
        className={FIELD}
      />
      <label className="flex min-h-10 items-center gap-2 text-sm text-soft">
        <input
          type="checkbox"
          checked={wholeWords}
          onChange={({ target }) => setWholeWords(target.checked)}
          className="size-4 accent-accent"
        />
        {words.wholeWords}
      </label>
      <label className="flex min-h-10 items-center gap-2 text-sm text-soft">
        <input
          type="checkbox"
          checked={remembers}
          onChange={({ target }) => setRemembers(target.checked)}
          className="size-4 accent-accent"
        />
        {words.remember}
      </label>
      <Button type="submit" disabled={find.trim() === '' || isPending || editing.state === 'conflict'}>
        {words.replaceAll}
      </Button>
    </form>
  )
}
