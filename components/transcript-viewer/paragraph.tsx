import { Fragment, memo } from 'react'
import { formatShortClock } from '@/lib/captions/format-clock'
import { textJoiner } from '@/lib/captions/text-joiner'
import type { Gathered } from './gather-paragraphs'

type Props = {
  paragraph: Gathered
  /** The line being said, when it is one of this paragraph's; else -1. */
  activeLine: number
}

/** A paragraph, with its time in the margin. Only those that change are rendered again. */
export const Paragraph = memo(function Paragraph({ paragraph, activeLine }: Props) {
  const { firstLine, lines } = paragraph
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
  )
})
