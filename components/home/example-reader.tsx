'use client'

import type { ReactNode } from 'react'
import type { Line } from '@/components/transcript-viewer/line'
import { Player } from '@/components/transcript-viewer/player/player'
import { usePlayback } from '@/components/transcript-viewer/player/use-playback'
import { TranscriptText } from '@/components/transcript-viewer/text/transcript-text'

const MEDIA = { playUrl: '/samples/jfk.flac', kind: 'audio' } as const

type Props = { lines: readonly Line[]; title: string; children: ReactNode }

/** The bundled speech as its transcript page would show it. `children` says what it is. */
export function ExampleReader({ lines, title, children }: Props) {
  const playback = usePlayback(lines, null)
  const { activeLine, seek } = playback
  return (
    <div className="grid gap-5 md:grid-cols-[18rem_1fr] md:gap-8">
      <div className="self-start">
        <Player media={{ ...MEDIA, title }} playback={playback} captions={null} />
      </div>
      <div>
        <TranscriptText lines={lines} lang="en" activeLine={activeLine} onSeek={seek} />
        <p className="pl-[3.25rem] text-sm text-soft sm:pl-16">{children}</p>
      </div>
    </div>
  )
}
