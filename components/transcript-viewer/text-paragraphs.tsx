import { type Ref, useMemo } from 'react'
import { gatherParagraphs } from './gather-paragraphs'
import { Paragraph } from './paragraph'
import { textDirection } from './text-direction'
import type { Line } from './viewer-item'

type Props = {
  lines: readonly Line[]
  lang: string | null
  /** The line being said; -1: none. */
  activeLine: number
  ref?: Ref<HTMLDivElement>
}

/** The text in paragraphs with times in the margin. */
export function TextParagraphs({ lines, lang, activeLine, ref }: Props) {
  const paragraphs = useMemo(() => gatherParagraphs(lines, lang), [lines, lang])
  return (
    <div ref={ref} data-text lang={lang ?? undefined} dir={textDirection(lang)} className="max-w-(--column)">
      {paragraphs.map((paragraph) => {
        const end = paragraph.firstLine + paragraph.lines.length
        const active = paragraph.firstLine <= activeLine && activeLine < end ? activeLine : -1
        return <Paragraph key={paragraph.firstLine} paragraph={paragraph} activeLine={active} />
      })}
    </div>
  )
}
