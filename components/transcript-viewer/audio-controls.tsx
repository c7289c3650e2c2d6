import { Pause, Play } from 'lucide-react'
import type { RefObject } from 'react'
import { formatShortClock } from '@/lib/captions/format-clock'
import type { MediaState } from './use-media-state'

type Props = { mediaRef: RefObject<HTMLMediaElement | null>; state: MediaState }

const clock = (seconds: number) => formatShortClock(Math.floor(seconds * 1000))

/** Play, pause, and a bar to go anywhere. */
export function AudioControls({ mediaRef, state }: Props) {
  const { playing, seconds, totalSeconds } = state
  const toggle = () => {
    const media = mediaRef.current
    if (!media) return
    if (!playing) media.play().catch(() => undefined)
    else media.pause()
  }
  const Icon = playing ? Pause : Play
  return (
    <div className="flex items-center gap-3">
      <button
        type="button"
        onClick={toggle}
        aria-label={playing ? 'Pause' : 'Play'}
        className="inline-flex size-11 shrink-0 items-center justify-center rounded-full bg-accent text-on-accent transition-colors hover:bg-accent-deep"
      >
        <Icon className="size-5 fill-current" aria-hidden="true" />
      </button>
      <div className="min-w-0 flex-1">
        <input
          type="range"
          min={0}
          max={Math.max(totalSeconds, 0.1)}
          step={0.1}
          value={seconds}
          onChange={(event) => {
            if (mediaRef.current) mediaRef.current.currentTime = event.target.valueAsNumber
          }}
          aria-label="Position"
          aria-valuetext={`${clock(seconds)} of ${clock(totalSeconds)}`}
          className="block h-4 w-full cursor-pointer accent-accent"
        />
        <p className="times flex justify-between text-soft" aria-hidden="true">
          <span>{clock(seconds)}</span>
          <span>{clock(totalSeconds)}</span>
        </p>
      </div>
    </div>
  )
}
