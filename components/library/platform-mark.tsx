import { FileAudio, Podcast } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Platform } from '@/lib/captions/transcript'
import { words } from './words'

const ICON = 'size-4'

const MARKS: Readonly<Record<Platform, ReactNode>> = {
  youtube: 'YT',
  x: 'X',
  tiktok: 'TT',
  facebook: 'FB',
  instagram: 'IG',
  rednote: 'RN',
  upload: <FileAudio className={ICON} aria-hidden="true" />,
  podcast: <Podcast className={ICON} aria-hidden="true" />,
  bilibili: 'BB',
  vimeo: 'V',
}

/** A platform in two letters or as an icon, and by its name to whoever points at it or listens. */
export function PlatformMark({ platform }: { platform: Platform }) {
  return (
    <span
      role="img"
      aria-label={words.platforms[platform]}
      title={words.platforms[platform]}
      className="inline-flex h-8 w-14 shrink-0 items-center justify-center rounded-sm bg-sunken font-mono text-xs font-semibold text-soft group-has-checked:bg-raised"
    >
      {MARKS[platform]}
    </span>
  )
}
