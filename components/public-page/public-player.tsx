import { useEffect, useMemo, useState } from 'react'
import { elementRecording } from '@/components/transcript-viewer/element-recording'
import { type Frame, frameOf } from '@/components/transcript-viewer/frame-of'
import { FramedPlayer } from '@/components/transcript-viewer/framed-player'
import type { Playback } from '@/components/transcript-viewer/use-playback'
import type { PublicText } from './public-text'

type Props = { text: PublicText; playback: Playback }

/** An open recording, with the browser's own controls. Nothing of it is loaded before it is played. */
function OpenAudio({ text: { slug, title, lang, playUrl }, playback: { attach, wantedSeconds } }: Props) {
  const [element, setElement] = useState<HTMLAudioElement | null>(null)
  useEffect(() => {
    if (!element) return
    const recording = elementRecording(element)
    if (wantedSeconds() > 0) recording.seek(wantedSeconds())
    attach(recording)
    return () => attach(null)
  }, [element, attach, wantedSeconds])
  return (
    <section aria-label="Player" className="rounded-md border border-hairline bg-raised p-3">
      <audio ref={setElement} src={playUrl ?? undefined} preload="none" controls aria-label={title} className="w-full">
        <track kind="captions" src={`/t/${slug}.vtt`} srcLang={lang ?? 'und'} label="Transcript" />
      </audio>
    </section>
  )
}

/** The platform's player, where the recording is as public as its text. */
function publicFrameOf({ sourceUrl, platform, videoId }: PublicText): Frame | null {
  return sourceUrl === null ? null : frameOf(platform, videoId)
}

/** The recording beside its text. A platform's player comes with scripts only: without them the heading leads to it. */
export function PublicPlayer({ text, playback }: Props) {
  const { playUrl, platform, title } = text
  const frame = useMemo(() => publicFrameOf(text), [text])
  if (playUrl !== null) return <OpenAudio text={text} playback={playback} />
  return (
    frame && (
      <div className="scripting-only">
        <FramedPlayer frame={frame} platform={platform} title={title} poster={null} playback={playback} />
      </div>
    )
  )
}

/** Whether a page has anything to play. */
export function isPlayable(text: PublicText): boolean {
  return text.playUrl !== null || publicFrameOf(text) !== null
}
