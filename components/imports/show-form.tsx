'use client'

import { useMutation } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import { ProblemCard } from '@/components/problem-card'
import { problemOf } from '@/components/problem-of'
import { Button } from '@/components/ui/button'
import { UrlInput } from '@/components/url-input'
import { createClient } from '@/lib/api/client'
import { resolvePodcast, startImport } from '@/lib/imports/contract'
import { ShowPreview } from './show-preview'
import { words } from './words'

/** Where a podcast is pasted: what is behind the link is shown first, and imported when that is what was meant. */
export function ShowForm() {
  const router = useRouter()
  const [url, setUrl] = useState('')
  const look = useMutation({
    mutationFn: async (link: string) => {
      const { body } = await createClient()(resolvePodcast, { body: { url: link } })
      return { link, found: body }
    },
  })
  const begin = useMutation({
    mutationFn: async (link: string) => (await createClient()(startImport, { body: { url: link } })).body,
    onSuccess: ({ batch_id }) => router.push(`/imports/${batch_id}`),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    begin.reset()
    if (url.trim() !== '') look.mutate(url)
  }
  const clear = () => {
    look.reset()
    begin.reset()
    setUrl('')
  }
  const error = begin.error ?? look.error
  return (
    <section aria-label={words.form} className="flex flex-col gap-4">
      <form onSubmit={submit} className="flex flex-col gap-3 sm:flex-row">
        <UrlInput
          value={url}
          onChange={(event) => setUrl(event.target.value)}
          enterKeyHint="search"
          aria-label={words.link}
          placeholder={words.placeholder}
          className="min-h-12 min-w-0 flex-1 rounded-md border border-outline bg-raised px-4 text-base text-ink placeholder:text-soft"
        />
        <Button type="submit" look={look.data ? 'secondary' : 'primary'} className="min-h-12" disabled={look.isPending}>
          <Search className="size-4" aria-hidden="true" />
          {look.isPending ? words.looking : words.look}
        </Button>
      </form>
      <div aria-live="polite" className="flex flex-col gap-4 empty:hidden">
        {look.data && (
          <ShowPreview
            found={look.data.found}
            busy={begin.isPending || begin.isSuccess}
            onImport={() => begin.mutate(look.data.link)}
            onClear={clear}
          />
        )}
      </div>
      {error && (
        <ProblemCard problem={problemOf(error)}>
          <Button onClick={clear}>{words.another}</Button>
        </ProblemCard>
      )}
    </section>
  )
}
