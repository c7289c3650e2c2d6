import { setImmediate as nextTurn } from 'node:timers/promises'
import { renderToStaticMarkup } from 'react-dom/server'
import { gatherParagraphs } from '@/components/transcript-viewer/text/paragraphs'
import { Paragraphs, TURN_PARAGRAPHS } from '@/components/transcript-viewer/text/text-paragraphs'
import { type Speaker, speakerNames } from '@/lib/captions/speakers'
import type { Line } from '../transcript-viewer/line'

/** The paragraphs of a text as HTML. Other requests have a turn after every fifty of them. */
export async function renderText(
  lines: readonly Line[],
  lang: string | null,
  speakers: readonly Speaker[],
): Promise<string> {
  const paragraphs = gatherParagraphs(lines, lang)
  const names = speakerNames(speakers)
  const parts: string[] = []
  for (let from = 0; from < paragraphs.length; from += TURN_PARAGRAPHS) {
    parts.push(renderToStaticMarkup(<Paragraphs paragraphs={paragraphs} from={from} names={names} />))
    await nextTurn()
  }
  return parts.join('')
}
