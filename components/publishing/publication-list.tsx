'use client'

import { useMutation } from '@tanstack/react-query'
import { Copy, Globe } from 'lucide-react'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import { formatLength } from '@/components/format/format-duration'
import { languageName } from '@/components/format/language-name'
import { Moment } from '@/components/format/moment'
import { problemOf } from '@/components/problem/problem-of'
import { Sentence } from '@/components/sentence'
import { EmptyNote } from '@/components/site/empty-note'
import { Button, IconButton } from '@/components/ui/button'
import { copyText } from '@/components/ui/copy-text'
import { toast } from '@/components/ui/toast'
import { createClient } from '@/lib/api/client'
import { PLATFORM_NAMES } from '@/lib/platforms/platforms'
import {
  type PublicationList as List,
  type Publication,
  publishTranscription,
  unpublish,
} from '@/lib/publishing/contract'
import { words } from './words'

function NothingPublished() {
  return (
    <EmptyNote Icon={Globe} title={words.nothing}>
      <p className="pb-4">{words.nothingText}</p>
      <Button asChild>
        <Link href="/transcripts">{words.choose}</Link>
      </Button>
    </EmptyNote>
  )
}

function PageLink({ offset, children }: { offset: number; children: string }) {
  return (
    <Button asChild>
      <Link href={offset === 0 ? '/transcripts/published' : `/transcripts/published?offset=${offset}`}>{children}</Link>
    </Button>
  )
}

/** The published transcripts of the account, newest first. */
export function PublicationList({ list: { items, total, limit, offset } }: { list: List }) {
  const router = useRouter()
  const [gone, setGone] = useState<readonly string[]>([])
  const top = useRef<HTMLDivElement>(null)
  const left = items.filter(({ slug }) => !gone.includes(slug))
  const remove = (slug: string) => {
    setGone((slugs) => [...slugs, slug])
    // The button that had the focus goes with its row.
    top.current?.focus()
    router.refresh()
  }
  const bringBack = (slug: string) => {
    setGone((slugs) => slugs.filter((one) => one !== slug))
    router.refresh()
  }
  return (
    <div ref={top} tabIndex={-1} className="focus:outline-none">
      {left.length === 0 && offset === 0 ? (
        <NothingPublished />
      ) : (
        <ul>
          {left.map((publication) => (
            <PublicationRow
              key={publication.slug}
              publication={publication}
              onGone={() => remove(publication.slug)}
              onBack={() => bringBack(publication.slug)}
            />
          ))}
        </ul>
      )}
      {total > limit && (
        <nav aria-label={words.pages} className="flex items-center gap-3 border-t border-hairline pt-4">
          {offset > 0 && <PageLink offset={Math.max(0, offset - limit)}>{words.newer}</PageLink>}
          {offset + limit < total && <PageLink offset={offset + limit}>{words.older}</PageLink>}
          <span className="text-sm text-soft tabular-nums">
            {words.range(offset + 1, Math.min(offset + limit, total), total)}
          </span>
        </nav>
      )}
    </div>
  )
}

type Props = { publication: Publication; onGone: () => void; onBack: () => void }

/** Unpublishes a transcript. Undo publishes it again, which gives it the same link. */
function UnpublishButton({ publication: { slug, transcription_id: id }, onGone, onBack }: Props) {
  const publishAgain = async () => {
    try {
      await createClient()(publishTranscription, { params: { id }, query: {} })
      onBack()
    } catch (error) {
      toast.error(problemOf(error).detail)
    }
  }
  const ending = useMutation({
    mutationFn: () => createClient()(unpublish, { params: { slug } }),
    onSuccess: () => {
      toast.success(words.unpublished, { action: { label: words.undo, onClick: () => void publishAgain() } })
      onGone()
    },
    onError: (error) => toast.error(problemOf(error).detail),
  })
  return (
    <Button
      aria-label={words.unpublishOf(slug)}
      disabled={ending.isPending || ending.isSuccess}
      onClick={() => ending.mutate()}
    >
      {words.unpublish}
    </Button>
  )
}

/** A published transcript: what it is, where anybody can read it, and how to take it back. */
function PublicationRow({ publication, ...change }: Props) {
  const { slug, url, title, platform, lang, duration_seconds, published_at, unlisted, expires_at, views } = publication
  const isExpired = expires_at !== null && Date.parse(expires_at) <= Date.now()
  const facts = [
    lang && languageName(lang),
    PLATFORM_NAMES[platform],
    formatLength(duration_seconds),
    words.views(views),
    unlisted && words.unlisted.toLowerCase(),
    isExpired && words.expired.toLowerCase(),
  ]
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
        <p className="text-sm text-soft" suppressHydrationWarning>
          <Sentence parts={words.facts(line.charAt(0).toUpperCase() + line.slice(1), <Moment iso={published_at} />)} />
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
        <UnpublishButton publication={publication} {...change} />
      </div>
    </li>
  )
}
