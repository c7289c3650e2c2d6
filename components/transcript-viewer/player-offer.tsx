import { Play } from 'lucide-react'
import { Sentence } from '@/components/sentence'
import { classes } from '@/components/ui/classes'
import { Picture } from '@/components/ui/picture'
import type { Platform } from '@/lib/captions/transcript'
import { PLATFORM_NAMES } from '../platform-names'
import type { Frame } from './frame-of'
import { words } from './words'

type Props = {
  frame: Frame
  platform: Platform
  /** The address of a picture of it; null: there is none. */
  poster: string | null
  onTake?: () => void
}

/** Stands where a platform's player will, and says who will see that it is there. */
export function PlayerOffer({ frame, platform, poster, onTake }: Props) {
  return (
    <button
      type="button"
      onClick={onTake}
      className={classes(
        'flex w-full items-center gap-3 rounded-sm p-1 text-start hover:text-accent lg:flex-col lg:p-3 lg:text-center',
        !poster && 'lg:aspect-video lg:justify-center',
      )}
    >
      {poster && (
        <Picture address={poster} className="aspect-video w-full max-lg:hidden">
          {null}
        </Picture>
      )}
      <span className="inline-flex size-11 shrink-0 items-center justify-center rounded-full bg-accent text-on-accent">
        <Play className="size-5 fill-current" aria-hidden="true" />
      </span>
      <span className="flex flex-col gap-0.5">
        <span className="text-sm font-medium">{words.playFrom(PLATFORM_NAMES[platform])}</span>
        <span className="text-xs text-balance text-soft">
          <Sentence
            parts={words.contacts(<span className="whitespace-nowrap">{new URL(frame.origin).hostname}</span>)}
          />
        </span>
      </span>
    </button>
  )
}
