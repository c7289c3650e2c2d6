import type { Cue, ParsedCues } from '@/lib/captions/cue'
import { parseWebvttFile } from '@/lib/captions/parse-webvtt-file'
import { webvttCueText } from '@/lib/captions/webvtt-cue-text'

const isPlain = (payload: string) => !payload.includes('<') && !payload.includes('&')

/**
 * Reads a WebVTT file: its cues in the order of the file, with plain text and, where the payload has timestamps, words.
 * A cue whose end is before its start is kept as it is. `dropped` counts cues with unreadable times, times beyond exact
 * integers, and those beyond `MAX_CUES`. Never throws; a text that isn't WebVTT has no cues. Linear time.
 * @see https://www.w3.org/TR/webvtt1/#file-parsing
 */
export function parseWebvtt(text: string): ParsedCues {
  const cues: Cue[] = []
  let beyond = 0
  const dropped = parseWebvttFile(text, (startMs, endMs, payload) => {
    if (!Number.isSafeInteger(startMs) || !Number.isSafeInteger(endMs)) {
      beyond += 1
      return
    }
    if (isPlain(payload)) {
      cues.push({ startMs, endMs, text: payload })
      return
    }
    const { text: plain, words } = webvttCueText(payload, startMs, endMs)
    cues.push(words ? { startMs, endMs, text: plain, words } : { startMs, endMs, text: plain })
  })
  return { cues, dropped: dropped + beyond }
}
