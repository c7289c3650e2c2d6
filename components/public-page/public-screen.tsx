import { ChevronDown, Copy, Download } from 'lucide-react'
import { OFFERED_FORMATS } from '@/components/offered-formats'
import { Sentence } from '@/components/sentence'
import { SearchBar } from '@/components/transcript-viewer/search/search-box'
import { PageEnd } from '@/components/transcript-viewer/text/end-notes'
import { provenance } from '@/components/transcript-viewer/text/provenance'
import { ResumeChip } from '@/components/transcript-viewer/text/resume-chip'
import { PrintedSource, SourceLink } from '@/components/transcript-viewer/text/source-link'
import { textAttributes } from '@/components/transcript-viewer/text/text-paragraphs'
import { ViewOptions } from '@/components/transcript-viewer/text/view-options'
import { ViewerFrame, ViewerHeading } from '@/components/transcript-viewer/viewer-frame'
import { words as viewerWords } from '@/components/transcript-viewer/words'
import { Button } from '@/components/ui/button'
import { isPlayable, PublicPlayer } from './public-player'
import type { PublicText } from './public-text'
import { words } from './words'

type Props = { text: PublicText }

/** The text, with the start of each line for the script. */
export function PageText({ text: { slug, html, starts, lang, pageEndSeconds, hasWords } }: Props) {
  return (
    <>
      <div className="scripting-only">
        <ViewOptions view="paragraphs" follow={null} />
      </div>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: React has written and escaped it. */}
      <div {...textAttributes(lang, 'paragraphs')} dangerouslySetInnerHTML={{ __html: html }} />
      {pageEndSeconds !== null && <PageEnd endSeconds={pageEndSeconds} />}
      <data hidden data-starts data-words={hasWords ? `/t/${slug}.json` : undefined} value={starts.join(' ')} />
      <ResumeChip hidden data-resume />
    </>
  )
}

/**
 * A published transcript, which can be read without a script. `script/enhance-page.ts` adds the search, the position of the player
 * in the text, and copying; it finds its parts by their `data-` attributes.
 */
export function PublicScreen({ text }: Props) {
  const toolbar = (
    <div role="toolbar" aria-label={viewerWords.toolbar} className="flex flex-wrap items-center gap-2">
      {text.html !== '' && (
        <>
          <div className="flex min-w-0 flex-1 scripting-only">
            <SearchBar />
          </div>
          <CopyButton slug={text.slug} />
        </>
      )}
      <DownloadMenu slug={text.slug} />
    </div>
  )
  return (
    <article>
      <ViewerFrame
        heading={<PublicHeading text={text} />}
        player={isPlayable(text) && <PublicPlayer text={text} />}
        toolbar={toolbar}
      >
        {text.html !== '' ? <PageText text={text} /> : <p className="reading">{words.silence}</p>}
      </ViewerFrame>
      <p
        role="status"
        data-notice
        className="fixed right-4 bottom-4 z-30 max-w-80 rounded-md border border-hairline bg-floating px-4 py-3 text-sm text-ink shadow-float empty:sr-only print:hidden"
      />
    </article>
  )
}

/** The author of the recording, and the origin of its text. */
export function Byline({ text }: Props) {
  return (
    <>
      {text.author && (
        <>
          <bdi>{text.author}</bdi> ·{' '}
        </>
      )}
      {provenance({ ...text, url: text.sourceUrl ?? '' })}
    </>
  )
}

/** The warnings of a text for its readers. */
export function Warnings({ text: { warnings } }: Props) {
  return warnings.map(({ code, detail }) => (
    <p key={code} dir="ltr" className="pt-2 text-sm text-soft">
      {detail}
    </p>
  ))
}

/** The title, where the text comes from, and a link to the recording. */
function PublicHeading({ text }: Props) {
  const { title, sourceUrl, platform } = text
  return (
    <ViewerHeading title={title}>
      <p dir="ltr" className="flex w-fit flex-wrap gap-x-3 pt-1 text-sm text-soft">
        <span>
          <Byline text={text} />
        </span>
        {sourceUrl && <SourceLink transcript={{ url: sourceUrl, platform }} seconds={null} />}
        <PrintedSource url={sourceUrl} publishedAt={text.published_at} />
      </p>
      <p dir="ltr" className="pt-1 text-sm text-soft print:hidden">
        <Sentence
          parts={words.madeWith(
            <a key="verbatim" href="/" className="link text-soft hover:text-ink">
              {words.siteName}
            </a>,
          )}
        />
      </p>
      <Warnings text={text} />
    </ViewerHeading>
  )
}

/**
 * The text as a file in each format. Plain links in an element that opens without a script, for people, programs and search
 * engines alike.
 */
function DownloadMenu({ slug }: { slug: string }) {
  return (
    <details data-menu className="group relative">
      <summary
        title={words.download}
        className="inline-flex min-h-10 list-none items-center gap-2 rounded-md border border-hairline bg-raised px-3 text-sm font-medium hover:border-outline"
      >
        <Download className="size-4" aria-hidden="true" />
        <span className="gives-way">{words.download}</span>
        <ChevronDown className="-mx-1 size-4 text-soft group-open:rotate-180" aria-hidden="true" />
      </summary>
      <ul className="absolute end-0 z-20 mt-1.5 min-w-56 rounded-md border border-hairline bg-floating p-1 shadow-float">
        {OFFERED_FORMATS.map(({ format, name, ending }) => (
          <li key={format}>
            <a
              href={`/t/${slug}${ending}`}
              download
              className="flex min-h-9 pointer-coarse:min-h-10 items-center justify-between gap-6 rounded-sm px-3 text-sm hover:bg-ink/7 focus-visible:-outline-offset-2"
            >
              {name}
              <span className="times text-soft">{ending}</span>
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** Copies the whole text. */
function CopyButton({ slug }: { slug: string }) {
  return (
    <Button size="snug" title={words.copy} data-copy={`/t/${slug}.txt`} className="scripting-only">
      <Copy className="size-4" aria-hidden="true" />
      <span className="gives-way">{words.copy}</span>
    </Button>
  )
}
