'use client'

import { useMutation } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import Link from 'next/link'
import { useState } from 'react'
import { formatDay } from '@/components/format-day'
import { formatDuration } from '@/components/format-duration'
import { PLATFORM_NAMES } from '@/components/platform-names'
import { problemOf } from '@/components/problem-of'
import { languageName } from '@/components/source-form/languages'
import { Button } from '@/components/ui/button'
import { copyText } from '@/components/ui/copy-text'
import { IconButton } from '@/components/ui/icon-button'
import { toast } from '@/components/ui/toast'
import { createClient } from '@/lib/api/client'
import { type Publication, unpublish } from '@/lib/publishing/contract'
import { words } from './words'

type Props = { publication: Publication; onGone: () => void }

/** Asks once more: the address never comes back. */
function UnpublishButton({ publication: { slug }, onGone }: Props) {
  const [asking, setAsking] = useState(false)
  const end = useMutation({
    mutationFn: () => createClient()(unpublish, { params: { slug } }),
    onSuccess: () => {
      toast.success(words.unpublished)
      onGone()
    },
    onError: (error) => toast.error(problemOf(error).detail),
  })
  if (!asking) {
    return (
      <Button aria-label={words.unpublishOf(slug)} onClick={() => setAsking(true)}>
        {words.unpublish}
      </Button>
    )
  }
  const busy = end.isPending || end.isSuccess
  return (
    <fieldset className="flex flex-wrap items-center gap-2">
      <legend className="pb-2 text-sm text-soft">{words.forGood}</legend>
      <Button look="primary" autoFocus disabled={busy} onClick={() => end.mutate()}>
        {words.unpublishIt}
      </Button>
      <Button disabled={busy} onClick={() => setAsking(false)}>
        {words.keep}
      </Button>
    </fieldset>
  )
}

/** A published transcript: what it is, where anybody can read it, and how to take it back. */
export function PublicationRow({ publication, onGone }: Props) {
  const { slug, url, title, platform, lang, duration_seconds, published_at } = publication
  const facts = [lang && languageName(lang), PLATFORM_NAMES[platform], formatDuration(duration_seconds)]
  const line = facts.filter(Boolean).join(' · ')
  return (
    <li className="flex flex-col gap-3 border-t border-hairline py-4 sm:flex-row sm:items-start sm:justify-between sm:gap-6">
      <div className="flex min-w-0 flex-col gap-1">
        <h2 className="font-medium wrap-anywhere">
          <Link
            href={`/transcripts/${publication.transcription_id}`}
            prefetch={false}
            className="rounded-sm hover:underline"
          >
            <bdi>{title ?? words.untitled}</bdi>
          </Link>
        </h2>
        <p className="text-sm text-soft">
          {line.charAt(0).toUpperCase() + line.slice(1)} · {words.published}{' '}
          <time dateTime={published_at}>{formatDay(published_at)}</time>
        </p>
        <p className="flex items-center gap-1 text-sm">
          <a href={`/t/${slug}`} className="rounded-sm text-accent wrap-anywhere hover:underline">
            {url.replace(/^https?:\/\//, '')}
          </a>
          <IconButton label={words.copyAddressOf(slug)} small onClick={() => void copyText(url, words.addressCopied)}>
            <Copy className="size-4" aria-hidden="true" />
          </IconButton>
        </p>
      </div>
      <div className="shrink-0">
        <UnpublishButton publication={publication} onGone={onGone} />
      </div>
    </li>
  )
}
