import type { Segment } from '../cue'

/** The samples are spread over the whole text: a film may open with a song in another language. */
const SAMPLES = 8
const SAMPLE_CHARACTERS = 500
/** Fewer letters are a name or an exclamation that several languages share. */
const MIN_LETTERS = 10
/** Scores that are closer decide nothing, as of Danish and Norwegian Bokmål, or Hindi and Marathi in a short sentence. */
const MIN_LEAD = 0.015
/** The detector knows only one of languages that are written alike: it takes Indonesian for Malay, Bosnian for Croatian. */
const INDISTINGUISHABLE = new Set(['hr', 'ms'])

/** The answer of the detector. */
type Detected = { language: string; getScores: () => Record<string, number>; isReliable: () => boolean }

/** Samples from the beginning to the end of a text, without sounds and speakers in brackets. */
function sampleText(segments: readonly Segment[]): string {
  const step = Math.max(1, Math.floor(segments.length / SAMPLES))
  const samples: string[] = []
  for (let start = 0; start < segments.length && samples.length < 2 * SAMPLES; start += step) {
    let sample = ''
    for (let index = start; index < Math.min(start + step, segments.length); index += 1) {
      sample += `${segments[index]?.text.slice(0, SAMPLE_CHARACTERS) ?? ''}\n`
      if (sample.length >= SAMPLE_CHARACTERS) break
    }
    samples.push(sample.slice(0, SAMPLE_CHARACTERS))
  }
  return samples.join('\n').replace(/\[[^\]\n]{0,40}\]|\([^)\n]{0,40}\)/g, ' ')
}

/** The language of one sample, which is as long as the detector accepts; null where it is not certain. */
function detectSample(sample: string, detect: (text: string) => Detected): string | null {
  if ((sample.match(/\p{L}/gu)?.length ?? 0) < MIN_LETTERS) return null
  const detected = detect(sample)
  const [best = 0, next = 0] = Object.values(detected.getScores()).toSorted((a, b) => b - a)
  return detected.isReliable() && best - next >= MIN_LEAD ? detected.language : null
}

/**
 * Detects the language (BCP 47) of a text: that of more than half of the samples whose language can be detected. Null where it is
 * not certain.
 */
export async function detectLanguage(segments: readonly Segment[]): Promise<string | null> {
  const text = sampleText(segments)
  if (text.trim() === '') return null
  // Loaded on demand: its data takes 30 MB, and many processes never get an unlabelled text.
  const { eld } = await import('eld/extrasmall')
  const counts = new Map<string, number>()
  let votes = 0
  for (let start = 0; start < text.length; start += SAMPLE_CHARACTERS) {
    const lang = detectSample(text.slice(start, start + SAMPLE_CHARACTERS), eld.detect)
    if (lang === null) continue
    counts.set(lang, (counts.get(lang) ?? 0) + 1)
    votes += 1
  }
  const winner = [...counts].find(([, count]) => count > votes / 2)?.[0] ?? null
  return winner === null || INDISTINGUISHABLE.has(winner) ? null : winner
}
