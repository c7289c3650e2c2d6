import { ExternalLink } from 'lucide-react'
import { timeUrl } from '@/lib/captions/time-url'
import type { Transcript } from '@/lib/captions/transcript'
import { PLATFORM_NAMES } from '../platform-names'
import { words } from './words'

type Props = {
  transcript: Pick<Transcript, 'url' | 'platform'>
  /** The moment in seconds that it leads to, where the platform has links to moments. */
  seconds: number | null
}

/** The way to the recording at its platform, at the line that was chosen. */
export function SourceLink({ transcript: { url, platform }, seconds }: Props) {
  return (
    <a
      href={seconds === null ? url : timeUrl(platform, url, seconds * 1000)}
      target="_blank"
      rel="noreferrer"
      className="link inline-flex items-center gap-1 whitespace-nowrap text-soft hover:text-ink"
    >
      {words.openAt(PLATFORM_NAMES[platform])}
      <ExternalLink aria-hidden size={14} />
    </a>
  )
}
