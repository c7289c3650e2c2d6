import { ExternalLink } from 'lucide-react'
import { formatLongDay } from '@/components/format/format-day'
import { timeUrl } from '@/lib/captions/time-url'
import type { Transcript } from '@/lib/captions/transcript'
import { siteName } from '@/lib/platforms/platforms'
import { words } from '../words'

type Props = {
  transcript: Pick<Transcript, 'url' | 'platform'>
  /** The time in seconds that the link opens at, on platforms whose links can have one. */
  seconds: number | null
}

/** A link to the recording at its platform, at the spoken line. */
export function SourceLink({ transcript: { url, platform }, seconds }: Props) {
  return (
    <a
      href={seconds === null ? url : timeUrl(platform, url, seconds * 1000)}
      target="_blank"
      rel="noreferrer"
      className="link inline-flex items-center gap-1 whitespace-nowrap text-soft hover:text-ink print:hidden"
    >
      {words.openAt(siteName(platform, url))}
      <ExternalLink className="size-3.5" aria-hidden />
    </a>
  )
}

type PrintedProps = { url: string | null; publishedAt: string | null }

/** The address of the recording and the day of its publication, as paper shows them: a link says nothing there. */
export function PrintedSource({ url, publishedAt }: PrintedProps) {
  const day = publishedAt && formatLongDay(publishedAt)
  return <span className="hidden wrap-anywhere print:block">{[day, url].filter(Boolean).join(' · ')}</span>
}
