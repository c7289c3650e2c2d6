import { decodeCaptions } from './decode'
import { type Candidate, toCandidate } from './formats/format'
import { type CaptionFormat, READ_FORMATS } from './formats/formats'
import { unfenced } from './text/unfenced'

/** The first bytes of a file, by which it is recognised. */
export const FIRST_BYTES = 16_384

/** How many bytes show whether a file is captions, by its first ones: markup and JSON may begin with much else. */
export function headBytes(first: Uint8Array): number {
  return /^[\ufeff\s]{0,4096}[<{]/.test(decodeCaptions(first)) ? 1_048_576 : FIRST_BYTES
}

const LINE = /[^\n\r]{1,4096}/g
// Titles and credits may precede the first cue. A page that shows a cue further down is no caption file, unless it has a counter there.
const HEAD_LINES = 20
const COUNTED_HEAD_LINES = 200

/** Detects a format by the first filled lines: the first that one of the formats knows decides. */
function detectLineFormat({ text, first }: Candidate): CaptionFormat | null {
  const maxLines = first === '{' || first === '<' ? HEAD_LINES : COUNTED_HEAD_LINES
  const detectors = READ_FORMATS.flatMap(({ id, lineDetector }) =>
    lineDetector ? [{ id, knows: lineDetector() }] : [],
  )
  let filledLines = 0
  let before = ''
  for (const [raw] of text.matchAll(LINE)) {
    const line = raw.replace(/^\ufeff/, '').trim()
    if (line === '') continue
    const isHead = filledLines < HEAD_LINES
    for (const { id, knows } of detectors) if (knows({ line, before, isHead })) return id
    before = line
    filledLines += 1
    if (filledLines === maxLines) return null
  }
  return null
}

/**
 * Detects the caption format of a text by its content alone: by a signature or the structure of JSON and XML, else by the first filled
 * lines. Null for any other text.
 */
export function detectCaptionFormat(file: string): CaptionFormat | null {
  const candidate = toCandidate(unfenced(file))
  const detected = READ_FORMATS.find(({ detect }) => detect?.(candidate))
  return detected?.id ?? detectLineFormat(candidate)
}
