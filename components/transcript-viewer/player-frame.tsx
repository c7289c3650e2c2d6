import type { Ref } from 'react'
import type { Platform } from '@/lib/captions/transcript'
import { PLATFORM_NAMES } from '../platform-names'
import type { Recording } from './recording'
import { SpeedChoice } from './speed-choice'
import { words } from './words'

type Props = {
  /** Where the player is. */
  address?: string
  platform: Platform
  title: string
  recording: Recording | null
  ref?: Ref<HTMLIFrameElement>
}

/** A platform's player, and how fast it plays. */
export function PlayerFrame({ address, platform, title, recording, ref }: Props) {
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
      <p className="flex items-center justify-between pt-2 text-xs text-soft max-lg:hidden">
        {words.keys}
        <SpeedChoice recording={recording} />
      </p>
    </>
  )
}
