import type { LucideIcon } from 'lucide-react'
import { RotateCcw, RotateCw, Volume1, Volume2, VolumeX } from 'lucide-react'
import { IconButton } from '@/components/ui/button'
import { words } from '../words'
import { type Recording, type RecordingState, skip } from './recording'
import { SpeedChoice } from './speed-choice'

const SKIP_SECONDS = 10

type SkipProps = { recording: Recording | null; bySeconds: number; label: string; Icon: LucideIcon }

function SkipButton({ recording, bySeconds, label, Icon }: SkipProps) {
  return (
    <IconButton
      label={label}
      disabled={!recording}
      onClick={() => recording && skip(recording, bySeconds)}
      className="relative"
    >
      <Icon className="size-6" strokeWidth={1.5} aria-hidden="true" />
      <span aria-hidden="true" className="absolute inset-0 grid place-content-center pt-px text-[0.5rem] font-semibold">
        {SKIP_SECONDS}
      </span>
    </IconButton>
  )
}

/** Goes back ten seconds. */
export function BackButton({ recording }: { recording: Recording | null }) {
  return <SkipButton recording={recording} bySeconds={-SKIP_SECONDS} label={words.back} Icon={RotateCcw} />
}

/** Goes forward ten seconds. */
export function ForwardButton({ recording }: { recording: Recording | null }) {
  return <SkipButton recording={recording} bySeconds={SKIP_SECONDS} label={words.forward} Icon={RotateCw} />
}

type SoundProps = { recording: Recording; volume: number; muted: boolean }

/** Mutes, and sets the volume. */
export function SoundControls({ recording, volume, muted }: SoundProps) {
  const audibleVolume = muted ? 0 : volume
  const Icon = audibleVolume === 0 ? VolumeX : audibleVolume < 0.5 ? Volume1 : Volume2
  const unmutedVolume = volume === 0 ? 1 : volume
  return (
    <div className="flex min-w-0 items-center">
      <IconButton
        label={audibleVolume === 0 ? words.unmute : words.mute}
        onClick={() => recording.setSound?.(unmutedVolume, audibleVolume > 0)}
      >
        <Icon className="size-5" strokeWidth={1.75} aria-hidden="true" />
      </IconButton>
      <input
        type="range"
        min={0}
        max={1}
        step={0.05}
        value={audibleVolume}
        onChange={({ target }) => recording.setSound?.(target.valueAsNumber, target.valueAsNumber === 0)}
        aria-label={words.volume}
        aria-valuetext={words.percent(audibleVolume)}
        className="scrubber block w-16 min-w-0 cursor-pointer max-sm:hidden"
        style={{ backgroundSize: `${100 * audibleVolume}% 4px, 100% 4px` }}
      />
    </div>
  )
}

type TransportProps = { recording: Recording | null; state: Pick<RecordingState, 'rate'> }

/** Skips and speed, for a player that has its own controls for the rest. */
export function SkipAndSpeed({ recording, state: { rate } }: TransportProps) {
  return (
    <div dir="ltr" className="flex items-center pt-1">
      <BackButton recording={recording} />
      <ForwardButton recording={recording} />
      <span className="ms-auto">
        <SpeedChoice recording={recording} rate={rate} />
      </span>
    </div>
  )
}
