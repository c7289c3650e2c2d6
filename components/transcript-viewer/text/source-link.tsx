import { ExternalLink } from 'lucide-react'
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
      className="link inline-flex items-center gap-1 whitespace-nowrap text-soft hover:text-ink"
    >
      {words.openAt(siteName(platform, url))}
      <ExternalLink className="size-3.5" aria-hidden />
    </a>
  )
}
