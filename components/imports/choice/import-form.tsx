'use client'

import { useMutation } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react'
import { ProblemCard } from '@/components/problem/problem-card'
import { problemOf } from '@/components/problem/problem-of'
import { FailingNotice } from '@/components/source-form/failing-notice'
import { Button } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { UrlInput } from '@/components/url-input'
import { createClient } from '@/lib/api/client'
import { type ImportRequest, startImport } from '@/lib/imports/contract'
import { previewImport } from '@/lib/imports/preview/contract'
import { words } from '../words'
import { ImportChooser } from './import-chooser'

/**
 * The form for the link of a podcast, a playlist or a channel: shows its items to choose from, then imports them.
 * `initial`: the link that the page was opened with, which is resolved immediately.
 */
export function ImportForm({ initial = '' }: { initial?: string }) {
  const router = useRouter()
  const [url, setUrl] = useState(initial)
  // A list that is resolved without a click has its space reserved, so that nothing below it moves.
  const [hasRoom, setHasRoom] = useState(initial !== '')
  const look = useMutation({
    mutationFn: async (link: string) => {
      const { body } = await createClient()(previewImport, { body: { url: link } })
      return { link, preview: body }
    },
  })
  const begin = useMutation({
    mutationFn: async (request: ImportRequest) => (await createClient()(startImport, { body: request })).body,
    onSuccess: ({ batch_id }) => router.push(`/imports/${batch_id}`),
  })
  const resolveLink = useEffectEvent((link: string) => look.mutate(link))
  useEffect(() => {
    if (initial !== '') resolveLink(initial)
  }, [initial])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    begin.reset()
    if (url.trim() !== '') look.mutate(url)
  }
  const clear = () => {
    look.reset()
    begin.reset()
    setUrl('')
    setHasRoom(false)
  }
  const error = begin.error ?? look.error
  return (
    <section aria-label={words.form} className={classes('flex flex-col gap-4', hasRoom && 'min-h-dvh')}>
      <form onSubmit={submit} className="flex flex-col gap-3 sm:flex-row">
        <UrlInput
          value={url}
          onChange={(event) => setUrl(event.target.value)}
          enterKeyHint="search"
          aria-label={words.link}
          placeholder={words.placeholder}
          className="min-h-12 min-w-0 flex-1 rounded-md border border-outline bg-raised px-4 text-base text-ink placeholder:text-soft"
        />
        <Button
          type="submit"
          variant={look.data ? 'secondary' : 'primary'}
          className="min-h-12"
          disabled={look.isPending}
        >
          <Search className="size-4" aria-hidden="true" />
          {look.isPending ? words.looking : words.look}
        </Button>
      </form>
      {!look.isPending && <FailingNotice link={url} />}
      {look.data && (
        <ImportChooser
          // Each look begins with a new choice.
          key={look.submittedAt}
          preview={look.data.preview}
          busy={begin.isPending || begin.isSuccess}
          onImport={(choice) => begin.mutate({ url: look.data.link, ...choice })}
          onClear={clear}
        />
      )}
      {error && (
        <ProblemCard problem={problemOf(error)}>
          <Button onClick={clear}>{words.another}</Button>
        </ProblemCard>
      )}
    </section>
  )
}
