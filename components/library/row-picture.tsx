import { FileAudio, Podcast } from 'lucide-react'
import type { ReactNode } from 'react'
import { Picture } from '@/components/ui/picture'
import type { Transcription } from '@/lib/library/contract'
import { factsOf, type Platform } from '@/lib/platforms/platforms'
import { words } from './words'

/** The thumbnail of a recording, or the mark of its platform where there is none. */
export function RowPicture({ id, platform, thumbnail_url: thumbnail }: Transcription) {
  const mark = <PlatformMark platform={platform} />
  if (!thumbnail) return mark
  return (
    <span className="shrink-0" title={words.platforms[platform]}>
      <span className="sr-only">{words.platforms[platform]}</span>
      <Picture address={`/transcripts/${id}/thumbnail`} className="h-8 w-14">
        {mark}
      </Picture>
    </span>
  )
}

const ICON = 'size-4'

function markOf(platform: Platform): ReactNode {
  if (platform === 'upload') return <FileAudio className={ICON} aria-hidden="true" />
  if (platform === 'podcast') return <Podcast className={ICON} aria-hidden="true" />
  return factsOf(platform)?.mark
}

/** A platform as two letters or an icon, with its name as a tooltip and for screen readers. */
function PlatformMark({ platform }: { platform: Platform }) {
  return (
    <span
      role="img"
      aria-label={words.platforms[platform]}
      title={words.platforms[platform]}
      className="inline-flex h-8 w-14 shrink-0 items-center justify-center rounded-sm bg-sunken font-mono text-xs font-semibold text-soft group-has-checked:bg-raised"
    >
      {markOf(platform)}
    </span>
  )
}
