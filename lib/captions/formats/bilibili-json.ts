import type { ParsedCues } from '../cue'
import { textChunks } from '../parsing/steps'
import { parseElements, timedCue } from '../parsing/timed-json'
import type { Fields, ReadFormat } from './format'

/**
 * Parses the subtitles of Bilibili: the elements of `body`, in seconds. `dropped` counts those that cannot be read, what a broken end
 * leaves open, and cues beyond `MAX_CUES`. Never throws. Linear time.
 */
function parseBilibiliJson(text: string): ParsedCues {
  return parseElements(textChunks(text), 'body', ({ from, to, content }) =>
    timedCue({ start: from, end: to, text: content }),
  )
}

const isSubtitle = ({ from, to, content }: Fields) =>
  typeof from === 'number' && typeof to === 'number' && typeof content === 'string'

export const bilibiliJson = {
  id: 'bilibili-json',
  label: 'Bilibili JSON',
  origin: 'Bilibili',
  endings: ['json', 'bcc'],
  mediaTypes: ['application/json'],
  detect: ({ first, elements }) => first === '{' && elements('body').some(isSubtitle),
  parse: parseBilibiliJson,
} as const satisfies ReadFormat
