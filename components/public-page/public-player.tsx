import { type Frame, frameOf } from '@/components/transcript-viewer/frame-of'
import { PlayerFrame } from '@/components/transcript-viewer/player-frame'
import { PlayerOffer } from '@/components/transcript-viewer/player-offer'
import { words } from '@/components/transcript-viewer/words'
import type { PublicText } from './public-text'

type Props = { text: PublicText }

/** The platform's player, where the recording is as public as its text. */
function publicFrameOf({ sourceUrl, platform, videoId }: PublicText): Frame | null {
  return sourceUrl === null ? null : frameOf(platform, videoId)
}

/** An open recording, with the browser's own controls. Nothing of it is loaded before it is played. */
function OpenAudio({ text: { slug, title, lang, playUrl } }: Props) {
  return (
    <audio src={playUrl ?? undefined} preload="none" controls aria-label={title} className="w-full">
      <track kind="captions" src={`/t/${slug}.vtt`} srcLang={lang ?? 'und'} label={words.captions} />
    </audio>
  )
}

/** A platform's player comes with scripts only: without them the heading leads to it. */
function OfferedPlayer({ text: { platform, title }, frame }: Props & { frame: Frame }) {
  return (
    <>
      <PlayerOffer frame={frame} platform={platform} poster={null} />
      <template>
        <PlayerFrame platform={platform} title={title} recording={null} />
      </template>
    </>
  )
}

/** The recording beside its text; nothing where it can't be played here. */
export function PublicPlayer({ text }: Props) {
  const { platform, videoId, playUrl } = text
  const frame = publicFrameOf(text)
  return (
    <section
      aria-label={words.player}
      data-player={platform}
      data-video-id={playUrl === null ? videoId : undefined}
      className={`rounded-md border border-hairline bg-raised p-3 ${playUrl === null ? 'scripting-only' : ''}`}
    >
      {playUrl === null ? frame && <OfferedPlayer text={text} frame={frame} /> : <OpenAudio text={text} />}
    </section>
  )
}

/** Whether a page has anything to play. */
export function isPlayable(text: PublicText): boolean {
  return text.playUrl !== null || publicFrameOf(text) !== null
}
