import { Pause, Play } from 'lucide-react'
import { formatShortClock } from '@/lib/captions/format-clock'
import type { Recording, RecordingState } from './recording'
import { SpeedChoice } from './speed-choice'
import { words } from './words'

type Props = { recording: Recording | null; state: RecordingState }

const clock = (seconds: number) => formatShortClock(Math.floor(seconds * 1000))

/** Play, pause, how fast, and a bar to go anywhere. */
export function AudioControls({ recording, state }: Props) {
  const { playing, seconds, totalSeconds } = state
  const Icon = playing ? Pause : Play
  return (
    <div dir="ltr" className="flex items-center gap-3">
      <button
        type="button"
        onClick={() => (playing ? recording?.pause() : recording?.play())}
        aria-label={playing ? words.pause : words.play}
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
          onChange={(event) => recording?.seek(event.target.valueAsNumber)}
          aria-label={words.position}
          aria-valuetext={words.positionOf(clock(seconds), clock(totalSeconds))}
          className="scrubber block w-full cursor-pointer"
          style={{ backgroundSize: `${(100 * seconds) / Math.max(totalSeconds, 0.1)}% 4px, 100% 4px` }}
        />
        <p className="times flex justify-between text-soft" aria-hidden="true">
          <span>{clock(seconds)}</span>
          <span>{clock(totalSeconds)}</span>
        </p>
      </div>
      <SpeedChoice recording={recording} />
    </div>
  )
}
