import { type Frame, frameOf } from '@/components/transcript-viewer/player/frame-of'
import { PlayerFrame, PlayerOffer } from '@/components/transcript-viewer/player/player-frame'
import { words } from '@/components/transcript-viewer/words'
import type { PublicText } from './public-text'

type Props = { text: PublicText }

/** The platform's player, if the recording is public too. */
function publicFrameOf({ sourceUrl, platform, videoId }: PublicText): Frame | null {
  return sourceUrl === null ? null : frameOf(platform, videoId)
}

/** A recording that this page may play, with the browser's controls. It is loaded when it is played. */
function OpenAudio({ text: { slug, title, lang, playUrl } }: Props) {
  return (
    <audio src={playUrl ?? undefined} preload="none" controls aria-label={title} className="w-full">
      <track kind="captions" src={`/t/${slug}.vtt`} srcLang={lang ?? 'und'} label={words.captions} />
    </audio>
  )
}

/** A platform's player needs scripts. Without them the heading still links to the platform. */
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

/** The recording beside its text, where this page can play it. */
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
