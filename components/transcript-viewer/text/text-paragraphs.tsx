import { escapeText } from 'entities/escape'
import { Fragment, type MouseEvent, memo, type ReactNode, type Ref, use, useMemo } from 'react'
import { formatShortClock } from '@/lib/captions/clock'
import { type Speaker, speakerNames } from '@/lib/captions/speakers'
import { textJoiner } from '@/lib/captions/text/text-joiner'
import type { TextView } from '../aids/text-view'
import type { Line } from '../line'
import { words } from '../words'
import { type Gathered, gatherParagraphs } from './paragraphs'

type Props = {
  lines: readonly Line[]
  lang: string | null
  /** The index of the spoken line; -1: none. */
  activeLine: number
  view?: TextView
  speakers?: readonly Speaker[]
  /** Names the speakers; without it names are plain text. */
  onSpeaker?: ((event: MouseEvent) => void) | undefined
  ref?: Ref<HTMLDivElement>
}

/** The attributes of the element around the paragraphs of a text. */
export function textAttributes(lang: string | null, view: TextView) {
  const [shownLang, dir] = [lang ?? undefined, textDirection(lang)]
  return { 'data-text': true, 'data-view': view, lang: shownLang, dir, className: 'relative max-w-(--column)' }
}

/** The text in paragraphs with times in the margin. */
export function TextParagraphs(props: Props) {
  return (
    <Turn isOwn={props.lines.length > TURN_LINES}>
      <WholeText {...props} />
    </Turn>
  )
}

function WholeText({ lines, lang, activeLine, view = 'paragraphs', speakers, onSpeaker, ref }: Props) {
  const paragraphs = useMemo(() => gatherParagraphs(lines, lang), [lines, lang])
  const names = useMemo(() => speakerNames(speakers ?? []), [speakers])
  const turns = Array.from({ length: Math.ceil(paragraphs.length / TURN_PARAGRAPHS) }, (_, at) => at * TURN_PARAGRAPHS)
  return (
    <div ref={ref} {...textAttributes(lang, view)}>
      {turns.map((from) => (
        <Turn key={from} isOwn={from > 0}>
          <Paragraphs paragraphs={paragraphs} from={from} names={names} activeLine={activeLine} onSpeaker={onSpeaker} />
        </Turn>
      ))}
    </div>
  )
}

/** The paragraphs that a server renders, and the lines that it gathers, in a few milliseconds. */
export const TURN_PARAGRAPHS = 50
const TURN_LINES = 2000

let lastTurn = Promise.resolve()

/** A turn of the server's event loop that is promised to no other part of a page. */
function ownTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => new Promise((resolve) => void setTimeout(resolve)))
  return lastTurn
}

/** Renders a part of a long text in its own turn on a server, so that other requests are not delayed. */
function Turn({ isOwn, children }: { isOwn: boolean; children: ReactNode }) {
  if (isOwn && typeof window === 'undefined') use(ownTurn())
  return children
}

type ParagraphsProps = {
  paragraphs: readonly Gathered[]
  /** The index of the first one that is shown. */
  from: number
  names: ReadonlyMap<string, string>
  activeLine?: number
  onSpeaker?: ((event: MouseEvent) => void) | undefined
}

export function Paragraphs({ paragraphs, from, names, activeLine = -1, onSpeaker }: ParagraphsProps) {
  return paragraphs.slice(from, from + TURN_PARAGRAPHS).map((paragraph, offset) => {
    const end = paragraph.firstLine + paragraph.lines.length
    const active = paragraph.firstLine <= activeLine && activeLine < end ? activeLine : -1
    const { speaker } = paragraph
    const begins = speaker !== undefined && speaker !== paragraphs[from + offset - 1]?.speaker
    return (
      <Paragraph
        key={paragraph.firstLine}
        paragraph={paragraph}
        activeLine={active}
        name={begins ? names.get(speaker) : undefined}
        onSpeaker={onSpeaker}
      />
    )
  })
}

/**
 * The lines of a paragraph, as its only attribute. On a server they are one string of the same HTML: React writes each element by
 * itself when it sends a page, which takes 40 ms for the lines of ten hours.
 */
function linesOf({ firstLine, lines }: Gathered, activeLine: number) {
  const joiner = ({ text }: Line, next: Line | undefined) => (next ? textJoiner(text, next.text) : '')
  if (typeof window === 'undefined') {
    const html = lines.map((line, offset) => {
      const index = firstLine + offset
      const current = index === activeLine ? ' aria-current="true"' : ''
      return `<span data-line="${index}"${current}>${escapeText(line.text)}</span>${joiner(line, lines[offset + 1])}`
    })
    return { dangerouslySetInnerHTML: { __html: html.join('') } }
  }
  const children = lines.map((line, offset) => {
    const index = firstLine + offset
    return (
      <Fragment key={index}>
        <span data-line={index} aria-current={index === activeLine || undefined}>
          {line.text}
        </span>
        {joiner(line, lines[offset + 1])}
      </Fragment>
    )
  })
  return { children }
}

type ParagraphProps = {
  paragraph: Gathered
  /** The index of the spoken line if it is in this paragraph; else -1. */
  activeLine: number
  /** The name of the speaker, where the speaker changes. */
  name: string | undefined
  onSpeaker: ((event: MouseEvent) => void) | undefined
}

/** A paragraph with its time in the margin. Memoised: only paragraphs that change are rendered again. */
const Paragraph = memo(function Paragraph({ paragraph, activeLine, name, onSpeaker }: ParagraphProps) {
  const { lines, speaker } = paragraph
  const startSeconds = lines[0]?.start ?? 0
  return (
    <div className="far-off grid grid-cols-[3.25rem_minmax(0,1fr)] pb-5 sm:grid-cols-[4rem_minmax(0,1fr)]">
      <a
        href={`?t=${Math.floor(startSeconds)}`}
        data-seconds={startSeconds}
        className="times self-start rounded-sm pt-[0.45rem] text-soft hover:text-accent hover:underline"
      >
        {formatShortClock(Math.round(startSeconds * 1000))}
      </a>
      <div className="min-w-0">
        {name !== undefined && <SpeakerName name={name} speaker={speaker} onSpeaker={onSpeaker} />}
        <p className="reading max-w-[68ch] wrap-anywhere" {...linesOf(paragraph, activeLine)} />
      </div>
    </div>
  )
})

/** Readers distinguish no more colours, so further speakers share them. */
const COLOURS = 8

/** The name of a speaker above what they say; where speakers can be named, a button that leads there. */
export function SpeakerName({
  name,
  speaker = '',
  onSpeaker,
}: {
  name: string
  speaker?: string | undefined
  onSpeaker?: ((event: MouseEvent) => void) | undefined
}) {
  const colour = (Number(speaker.slice(1)) - 1) % COLOURS
  const look = 'speaker block max-w-full truncate pb-0.5 text-sm font-semibold'
  if (!onSpeaker)
    return (
      <p dir="auto" data-colour={colour} className={look}>
        {name}
      </p>
    )
  return (
    <button
      type="button"
      dir="auto"
      data-colour={colour}
      title={words.nameSpeakers}
      onClick={onSpeaker}
      className={`${look} rounded-sm text-start hover:underline`}
    >
      {name}
    </button>
  )
}

const RIGHT_TO_LEFT = new Set(['Adlm', 'Arab', 'Hebr', 'Nkoo', 'Rohg', 'Syrc', 'Thaa'])

/** The writing direction of a language, by its likely script; `auto` where the language is not known. */
export function textDirection(lang: string | null): 'ltr' | 'rtl' | 'auto' {
  if (!lang) return 'auto'
  try {
    return RIGHT_TO_LEFT.has(new Intl.Locale(lang).maximize().script ?? '') ? 'rtl' : 'ltr'
  } catch {
    return 'auto'
  }
}
