import { PageEnd } from '@/components/transcript-viewer/page-end'
import { ResumeChip } from '@/components/transcript-viewer/resume-chip'
import { SearchBar } from '@/components/transcript-viewer/search-bar'
import { TextParagraphs } from '@/components/transcript-viewer/text-paragraphs'
import { ViewerFrame } from '@/components/transcript-viewer/viewer-frame'
import { words as viewerWords } from '@/components/transcript-viewer/words'
import { CopyButton } from './copy-button'
import { PublicDownloads } from './public-downloads'
import { PublicHeading } from './public-heading'
import { isPlayable, PublicPlayer } from './public-player'
import type { PublicText } from './public-text'
import { words } from './words'

/** The text, and for the script when each of its lines begins. */
function Text({ text: { lines, lang, pageEndSeconds } }: { text: PublicText }) {
  return (
    <>
      <TextParagraphs lines={lines} lang={lang} activeLine={-1} />
      {pageEndSeconds !== null && <PageEnd endSeconds={pageEndSeconds} />}
      <data hidden data-starts value={lines.map(({ start }) => start).join(' ')} />
      <ResumeChip hidden data-resume />
    </>
  )
}

/**
 * A published transcript, whole without a script. What `script/come-alive.ts` adds is the search, the player's place in the
 * text, and copying; it finds its parts by their `data-` attributes.
 */
export function PublicScreen({ text }: { text: PublicText }) {
  const toolbar = (
    <div role="toolbar" aria-label={viewerWords.toolbar} className="flex flex-wrap items-center gap-2 scripting-only">
      <SearchBar />
      <CopyButton slug={text.slug} />
    </div>
  )
  return (
    <article>
      <ViewerFrame
        heading={<PublicHeading text={text} />}
        player={isPlayable(text) && <PublicPlayer text={text} />}
        toolbar={text.lines.length > 0 && toolbar}
      >
        {text.lines.length > 0 ? <Text text={text} /> : <p className="reading">{words.silence}</p>}
        <PublicDownloads slug={text.slug} />
      </ViewerFrame>
      <p
        role="status"
        data-notice
        className="fixed right-4 bottom-4 z-30 max-w-80 rounded-md border border-hairline bg-floating px-4 py-3 text-sm text-ink shadow-float empty:sr-only print:hidden"
      />
    </article>
  )
}
