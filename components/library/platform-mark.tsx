import type { Platform } from '@/lib/captions/transcript'
import { words } from './words'

const LETTERS: Readonly<Record<Platform, string>> = {
  youtube: 'YT',
  x: 'X',
  tiktok: 'TT',
  facebook: 'FB',
  instagram: 'IG',
  rednote: 'RN',
  upload: '↑',
  podcast: 'P',
  bilibili: 'BB',
  vimeo: 'V',
}

/** A platform in two letters, and by its name to whoever points at it or listens. */
export function PlatformMark({ platform }: { platform: Platform }) {
  return (
    <span
      role="img"
      aria-label={words.platforms[platform]}
      title={words.platforms[platform]}
      className="inline-flex h-8 w-14 shrink-0 items-center justify-center rounded-sm border border-hairline bg-paper font-mono text-xs font-semibold text-soft"
    >
      {LETTERS[platform]}
    </span>
  )
}
