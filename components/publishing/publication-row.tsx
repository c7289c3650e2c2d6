import { Copy } from 'lucide-react'
import Link from 'next/link'
import { ConfirmStep } from '@/components/confirm-step'
import { Day } from '@/components/day'
import { formatDuration } from '@/components/format-duration'
import { languageName } from '@/components/language-name'
import { PLATFORM_NAMES } from '@/components/platform-names'
import { Sentence } from '@/components/sentence'
import { copyText } from '@/components/ui/copy-text'
import { IconButton } from '@/components/ui/icon-button'
import { toast } from '@/components/ui/toast'
import { createClient } from '@/lib/api/client'
import { type Publication, unpublish } from '@/lib/publishing/contract'
import { words } from './words'

type Props = { publication: Publication; onGone: () => void }

/** Takes a page back: its address never comes back. */
function UnpublishButton({ publication: { slug }, onGone }: Props) {
  const end = async () => {
    await createClient()(unpublish, { params: { slug } })
    toast.success(words.unpublished)
    onGone()
  }
  return (
    <ConfirmStep
      label={words.unpublish}
      fullLabel={words.unpublishOf(slug)}
      text={words.forGood}
      confirm={words.unpublishIt}
      keep={words.keep}
      work={end}
    />
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
          <Sentence parts={words.facts(line.charAt(0).toUpperCase() + line.slice(1), <Day iso={published_at} />)} />
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
