import type { LibraryItemMedia } from '@/lib/transcripts/item-contract'
import type { Frame } from './frame-of'
import { FramedPlayer } from './framed-player'
import { Player } from './player'
import type { Playback } from './use-playback'

type Props = {
  media: LibraryItemMedia
  frame: Frame | null
  title: string
  poster: string | null
  playback: Playback
  captions: { address: string; lang: string } | null
}

/** The recording beside its text: played here where this page may, else by its platform's player. */
export function MediaPlayer({ media, frame, title, poster, playback, captions }: Props) {
  const { playUrl, platform } = media
  if (playUrl) return <Player media={{ ...media, playUrl }} playback={playback} captions={captions} />
  return frame && <FramedPlayer frame={frame} platform={platform} title={title} poster={poster} playback={playback} />
}
