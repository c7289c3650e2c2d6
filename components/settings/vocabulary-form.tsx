'use client'

import { useMutation } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { problemOf } from '@/components/problem/problem-of'
import { Button, IconButton } from '@/components/ui/button'
import { TextInput } from '@/components/ui/fields'
import { toast } from '@/components/ui/toast'
import { createClient } from '@/lib/api/client'
import { setVocabulary, type Vocabulary } from '@/lib/library/vocabulary/contract'
import { words } from './words'

type Spelling = Vocabulary['spellings'][number]

const MAX_CHARACTERS = 100

/**
 * The names and terms of the account: they are sent to engines, and transcripts that spell them otherwise offer a
 * correction.
 */
export function VocabularyForm({ initial }: { initial: readonly Spelling[] }) {
  const [spellings, setSpellings] = useState(initial)
  const [to, setTo] = useState('')
  const [from, setFrom] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const save = useMutation({
    mutationFn: async (next: readonly Spelling[]) =>
      (await createClient()(setVocabulary, { body: { spellings: [...next] } })).body.spellings,
    onSuccess: (saved) => {
      setSpellings(saved)
      toast.success(words.vocabularySaved)
    },
    onError: (error) => toast.error(problemOf(error).detail),
  })
  const add = (event: FormEvent) => {
    event.preventDefault()
    const added = { to: to.trim(), from: from.trim() === '' ? null : from.trim() }
    const rest = spellings.filter((one) => one.to !== added.to || one.from !== added.from)
    save.mutate([...rest, added], {
      onSuccess: () => {
        setTo('')
        setFrom('')
        field.current?.focus()
      },
    })
  }
  const remove = (removed: Spelling) => {
    save.mutate(
      spellings.filter((one) => one !== removed),
      // The button that had the focus goes with its row.
      { onSuccess: () => field.current?.focus() },
    )
  }
  return (
    <section aria-labelledby="vocabulary" className="flex flex-col gap-3">
      <h2 id="vocabulary" className="scroll-mt-6 text-lg font-semibold tracking-tight">
        {words.vocabulary}
      </h2>
      <p className="max-w-[68ch] text-soft">{words.vocabularyText}</p>
      {spellings.length > 0 && (
        <ul aria-label={words.vocabulary} className="flex flex-col">
          {spellings.map((spelling) => (
            <li
              key={`${spelling.to}\n${spelling.from ?? ''}`}
              className="flex min-h-11 items-center justify-between gap-3 border-t border-hairline"
            >
              <span className="min-w-0 text-sm wrap-anywhere">
                <bdi className="font-medium">{spelling.to}</bdi>
                {spelling.from !== null && <span className="text-soft"> {words.insteadOf(spelling.from)}</span>}
              </span>
              <IconButton
                label={words.removeSpelling(spelling.to)}
                small
                disabled={save.isPending}
                onClick={() => remove(spelling)}
              >
                <Trash2 className="size-4" aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <form onSubmit={add} aria-label={words.addSpelling} className="flex flex-col gap-3 sm:flex-row sm:items-end">
        <TextInput
          id="spelling"
          ref={field}
          label={words.spelling}
          maxLength={MAX_CHARACTERS}
          autoComplete="off"
          value={to}
          onChange={({ target }) => setTo(target.value)}
          className="sm:flex-1"
        />
        <TextInput
          id="misspelling"
          label={words.misspelling}
          maxLength={MAX_CHARACTERS}
          autoComplete="off"
          value={from}
          onChange={({ target }) => setFrom(target.value)}
          className="sm:flex-1"
        />
        <Button type="submit" disabled={save.isPending || to.trim() === ''}>
          {words.addSpelling}
        </Button>
      </form>
    </section>
  )
}
