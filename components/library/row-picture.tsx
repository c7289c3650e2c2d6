import { Picture } from '@/components/ui/picture'
import type { Transcription } from '@/lib/library/contract'
import { PlatformMark } from './platform-mark'
import { words } from './words'

/** What a recording looks like, and where it is from; the platform alone where there is no picture. */
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
