import { isPlayable, PublicPlayer } from './public-player'
import { Byline, PageText, Warnings } from './public-screen'
import type { PublicText } from './public-text'
import { words } from './words'

/** A published transcript in a frame of another page: its title, its player and its text. Links open a page of their own. */
export function EmbedScreen({ text, url }: { text: PublicText; url: string }) {
  return (
    <main id="main" className="flex w-full max-w-(--column) flex-col gap-3 px-4 py-4">
      <header dir="auto">
        <h1 className="font-serif text-xl font-medium wrap-anywhere">
          <a href={url} target="_blank" rel="noopener" className="rounded-sm hover:underline">
            {text.title}
          </a>
        </h1>
        <p dir="ltr" className="pt-1 text-sm text-soft">
          <Byline text={text} /> ·{' '}
          <a href={url} target="_blank" rel="noopener" className="link text-soft hover:text-ink">
            {words.siteName}
          </a>
        </p>
        <Warnings text={text} />
      </header>
      {isPlayable(text) && (
        <div className="sticky top-0 z-10 bg-paper py-1">
          <PublicPlayer text={text} />
        </div>
      )}
      {text.html !== '' ? <PageText text={text} /> : <p className="reading">{words.silence}</p>}
    </main>
  )
}
