import { Fragment, type MouseEvent, memo, type Ref, useMemo } from 'react'
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

/** The text in paragraphs with times in the margin. */
export function TextParagraphs({ lines, lang, activeLine, view = 'paragraphs', speakers, onSpeaker, ref }: Props) {
  const paragraphs = useMemo(() => gatherParagraphs(lines, lang), [lines, lang])
  const names = useMemo(() => speakerNames(speakers ?? []), [speakers])
  return (
    <div
      ref={ref}
      data-text
      data-view={view}
      lang={lang ?? undefined}
      dir={textDirection(lang)}
      className="relative max-w-(--column)"
    >
      {paragraphs.map((paragraph, position) => {
        const end = paragraph.firstLine + paragraph.lines.length
        const active = paragraph.firstLine <= activeLine && activeLine < end ? activeLine : -1
        const { speaker } = paragraph
        const begins = speaker !== undefined && speaker !== paragraphs[position - 1]?.speaker
        return (
          <Paragraph
            key={paragraph.firstLine}
            paragraph={paragraph}
            activeLine={active}
            name={begins ? names.get(speaker) : undefined}
            onSpeaker={onSpeaker}
          />
        )
      })}
    </div>
  )
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
  const { firstLine, lines, speaker } = paragraph
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
        <p className="reading max-w-[68ch] wrap-anywhere">
          {lines.map((line, offset) => {
            const index = firstLine + offset
            const next = lines[offset + 1]
            return (
              <Fragment key={index}>
                <span data-line={index} aria-current={index === activeLine || undefined} className="line">
                  {line.text}
                </span>
                {next && textJoiner(line.text, next.text)}
              </Fragment>
            )
          })}
        </p>
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
