import type { RefObject } from 'react'
import type { PublicText } from './public-text'

type Props = { text: PublicText; mediaRef: RefObject<HTMLMediaElement | null> }

/** The recording beside its text, with the browser's own controls. Nothing of it is loaded before it is played. */
export function PublicPlayer({ text: { slug, title, lang, playUrl, kind }, mediaRef }: Props) {
  if (!playUrl) return null
  const shared = { src: playUrl, preload: 'none', controls: true, 'aria-label': title } as const
  const captions = <track kind="captions" src={`/t/${slug}.vtt`} srcLang={lang ?? 'und'} label="Transcript" />
  const keep = (element: HTMLMediaElement | null) => {
    mediaRef.current = element
  }
  return (
    <section aria-label="Player" className="rounded-md border border-hairline bg-raised p-3">
      {kind === 'video' ? (
        <video {...shared} ref={keep} playsInline className="max-h-[26vh] w-full rounded-sm bg-[black] lg:max-h-[40vh]">
          {captions}
        </video>
      ) : (
        <audio {...shared} ref={keep} className="w-full">
          {captions}
        </audio>
      )}
    </section>
  )
}
