import { detectAll } from 'jschardet'

// In all of which captions are found, one of each family: a guess among a hundred others is right less often.
const CHARSETS = [
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'iso-8859-2',
  'iso-8859-5',
  'koi8-r',
  'cp866',
  'tis-620',
  'cp932',
  'euc-jp',
  'gb18030',
  'big5',
  'cp949',
]
const SAMPLE_BYTES = 32_768
const LOWEST_CONFIDENCE = 0.04
const CLEAR_LEAD = 1.2

/** The lines that tell something: those with bytes beyond ASCII. Counters and times would only blur the guess. */
function informativeLines(bytes: Uint8Array): Uint8Array {
  const sample = new Uint8Array(SAMPLE_BYTES)
  let length = 0
  let lineStart = 0
  let informative = false
  for (let index = 0; index <= bytes.length && length < SAMPLE_BYTES; index++) {
    const byte = bytes[index]
    if (byte !== undefined && byte !== 10 && byte !== 13) {
      informative ||= byte > 127
      continue
    }
    if (informative) {
      const line = bytes.subarray(lineStart, Math.min(index + 1, lineStart + SAMPLE_BYTES - length))
      sample.set(line, length)
      length += line.length
    }
    lineStart = index + 1
    informative = false
  }
  return sample.subarray(0, length)
}

/**
 * Guesses the charset of text that isn't UTF-8 from the language its letters would make. Null when the guess isn't clearly
 * better than windows-1252, the likeliest of all. Reads a sample, so its time is bounded but for finding it.
 */
export function guessCharset(bytes: Uint8Array): string | null {
  const sample = informativeLines(bytes)
  if (sample.length === 0) return null
  const guesses = detectAll(sample, { detectEncodings: CHARSETS, minimumThreshold: 0 })
  const [best] = guesses.toSorted((a, b) => b.confidence - a.confidence)
  const western = guesses.find((guess) => guess.encoding?.toLowerCase() === 'windows-1252')?.confidence ?? 0
  return best && best.confidence >= Math.max(LOWEST_CONFIDENCE, western * CLEAR_LEAD) ? best.encoding : null
}
