import { Play } from 'lucide-react'
import type { Ref } from 'react'
import { Sentence } from '@/components/sentence'
import { classes } from '@/components/ui/classes'
import { Picture } from '@/components/ui/picture'
import type { Platform } from '@/lib/platforms/platforms'
import { PLATFORM_NAMES } from '@/lib/platforms/platforms'
import { words } from '../words'
import type { Frame } from './frame-of'
import { AT_REST, type Recording, type RecordingState } from './recording'
import { SkipAndSpeed } from './transport'

type Props = {
  /** The URL of the player. */
  address?: string
  platform: Platform
  title: string
  recording: Recording | null
  state?: Pick<RecordingState, 'rate'>
  ref?: Ref<HTMLIFrameElement>
}

/** A platform's player in a frame, with skips and the choice of its speed. */
export function PlayerFrame({ address, platform, title, recording, state = AT_REST, ref }: Props) {
  return (
    <>
      <iframe
        ref={ref}
        src={address}
        title={words.framed(title, PLATFORM_NAMES[platform])}
        allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
        allowFullScreen
        referrerPolicy="strict-origin-when-cross-origin"
        className="aspect-video max-h-[26vh] w-full rounded-sm bg-[black] lg:max-h-none"
      />
      <div className="max-lg:hidden">
        <SkipAndSpeed recording={recording} state={state} />
      </div>
    </>
  )
}

type OfferProps = {
  frame: Frame
  platform: Platform
  /** The address of a picture of it; null: there is none. */
  poster: string | null
  onTake?: () => void
}

/** A placeholder for a platform's player until the user wants it. Names the host that will see the visit. */
export function PlayerOffer({ frame, platform, poster, onTake }: OfferProps) {
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
