'use client'

import { useMutation } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { ProblemCard } from '@/components/problem/problem-card'
import { problemOf } from '@/components/problem/problem-of'
import { FailingNotice } from '@/components/source-form/failing-notice'
import { Button } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { useReceiver } from '@/components/uploads/use-receiver'
import { UrlInput } from '@/components/url-input'
import { createClient } from '@/lib/api/client'
import { type ImportRequest, startImport } from '@/lib/imports/contract'
import { previewImport } from '@/lib/imports/preview/contract'
import { findOpml, isOpmlSize, OpmlPicker } from '../subscriptions/opml-picker'
import type { ChosenSubscriptions } from '../subscriptions/subscriptions-card'
import { words } from '../words'
import { ImportChooser } from './import-chooser'

/** Loaded with the first list of subscriptions. */
const SubscriptionsCard = dynamic(
  () => import('../subscriptions/subscriptions-card').then((module) => module.SubscriptionsCard),
  { ssr: false },
)

/** The list of subscriptions that a problem names; null for any other problem. */
function listOf(url: string | undefined, error: Error | null): ChosenSubscriptions | null {
  const { importable, subscriptions: count } = error ? problemOf(error).context : {}
  return url !== undefined && importable === 'subscriptions' && typeof count === 'number' ? { url, count } : null
}

/**
 * The form for the link of a podcast, a playlist or a channel, and for OPML files: shows what can be chosen, then imports
 * it. `initial`: the link that the page was opened with, which is resolved immediately.
 */
export function ImportForm({ initial = '' }: { initial?: string }) {
  const router = useRouter()
  const [url, setUrl] = useState(initial)
  const [picked, setPicked] = useState<{ file: File; atMs: number } | null>(null)
  const field = useRef<HTMLInputElement>(null)
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
    setPicked(null)
    if (url.trim() !== '') look.mutate(url)
  }
  const reset = () => {
    look.reset()
    begin.reset()
    setUrl('')
    setPicked(null)
    setHasRoom(false)
  }
  const clear = () => {
    reset()
    field.current?.focus()
  }
  const takeFile = (given: File) => {
    if (!isOpmlSize(given)) return
    reset()
    setPicked({ file: given, atMs: performance.now() })
  }
  const takeFiles = (files: readonly File[]) => {
    const opml = findOpml(files)
    if (opml) takeFile(opml)
    return opml !== undefined
  }
  const takeLink = (link: string) => {
    setUrl(link)
    field.current?.focus()
  }
  useReceiver(takeFiles, takeLink)
  const error = begin.error ?? look.error
  const list = picked ? { file: picked.file } : listOf(look.variables, look.error)
  return (
    <section aria-label={words.form} className={classes('flex flex-col gap-4', hasRoom && 'min-h-dvh')}>
      <form onSubmit={submit} className="flex flex-col gap-3 sm:flex-row">
        <UrlInput
          ref={field}
          value={url}
          onChange={(event) => setUrl(event.target.value)}
          enterKeyHint="search"
          aria-label={words.link}
          placeholder={words.placeholder}
          className="min-h-12 min-w-0 flex-1 rounded-md border border-outline bg-raised px-4 text-base text-ink placeholder:text-soft"
        />
        <Button
          type="submit"
          variant={look.data || list ? 'secondary' : 'primary'}
          className="min-h-12"
          disabled={look.isPending}
        >
          <Search className="size-4" aria-hidden="true" />
          {look.isPending ? words.looking : words.look}
        </Button>
      </form>
      <OpmlPicker onFile={takeFile} />
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
      {list && (
        <SubscriptionsCard
          // Each file and each look begins with a new choice.
          key={picked?.atMs ?? look.submittedAt}
          list={list}
          onClear={clear}
        />
      )}
      {error && !list && (
        <ProblemCard problem={problemOf(error)}>
          <Button onClick={clear}>{words.another}</Button>
        </ProblemCard>
      )}
    </section>
  )
}
