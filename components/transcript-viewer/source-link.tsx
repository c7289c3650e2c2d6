import { ExternalLink } from 'lucide-react'
import type { Transcript } from '@/lib/captions/transcript'
import { PLATFORM_NAMES } from '../platform-names'

/** The way to the recording where only its platform plays it. */
export function SourceLink({ transcript }: { transcript: Pick<Transcript, 'url' | 'platform'> }) {
  return (
    <a
      href={transcript.url}
      target="_blank"
      rel="noreferrer"
      className="inline-flex items-center gap-1 rounded-sm whitespace-nowrap underline underline-offset-4 hover:text-ink"
    >
      Open at {PLATFORM_NAMES[transcript.platform]}
      <ExternalLink aria-hidden size={14} />
    </a>
  )
}
