import type { Segment } from '../../cue'
import { toParagraphs } from '../../layout/paragraphs'
import type { WrittenFormat } from '../format'
import { facts } from './facts'

export type TextOptions = {
  /** BCP 47; decides how sentences end. */
  lang?: string | undefined
  /** The names of speakers by id. Where more than one speaks, each change of speaker begins with the name. */
  names?: ReadonlyMap<string, string> | undefined
}

/** The name that comes before a paragraph: at each change of speaker, where more than one speaks. */
export function changedSpeaker(
  names: TextOptions['names'],
  speaker: string | undefined,
  before: string | undefined,
): string | undefined {
  return names && names.size > 1 && speaker !== undefined && speaker !== before ? names.get(speaker) : undefined
}

/** Renders segments as plain text: paragraphs (see `toParagraphs`) with a blank line between them. */
export function renderText(segments: readonly Segment[], { lang, names }: TextOptions = {}): string {
  let before: string | undefined
  return toParagraphs(segments, lang)
    .map(({ text, speaker }) => {
      const name = changedSpeaker(names, speaker, before)
      before = speaker
      return name === undefined ? text : `${name}: ${text}`
    })
    .join('\n\n')
}

export const text = {
  ...facts,
  render: (segments, { lang, names }) => renderText(segments, { lang: lang ?? undefined, names }),
} as const satisfies WrittenFormat
