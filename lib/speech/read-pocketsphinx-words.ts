import { z } from 'zod'
import type { Word } from '@/lib/captions/cue'

/** `what 5.350 5.600 0.285662`: pocketsphinx_continuous with `-time yes`; its other lines are whole sentences. */
const TIMED_LINE = /^(\S+) (\d+\.\d+) (\d+\.\d+) (\S+)$/
/** `<s>`, `</s>`, `<sil>`, `[NOISE]`, `++UH++`. */
const FILLER = /^(?:<.*>|\[.*\]|\+\+.*\+\+)$/

/** A line of pocketsphinx 5: b(egin) and d(uration) in seconds, t(ext), w(ords). */
const jsonLineSchema = z.object({
  w: z.array(z.object({ b: z.number(), d: z.number(), t: z.string() })).default([]),
})

function toWord(token: string, startSeconds: number, endSeconds: number): Word | null {
  if (token === '' || FILLER.test(token)) return null
  // The dictionary numbers a word's further pronunciations: `our(3)`.
  const text = token.replace(/\(\d+\)$/, '')
  return { startMs: Math.round(startSeconds * 1000), endMs: Math.round(endSeconds * 1000), text }
}

function readLine(line: string): (Word | null)[] {
  if (line.startsWith('{')) return jsonLineSchema.parse(JSON.parse(line)).w.map(({ b, d, t }) => toWord(t, b, b + d))
  const [, token = '', start, end] = TIMED_LINE.exec(line) ?? []
  return [toWord(token, Number(start), Number(end))]
}

/**
 * The words, with times in the piece, in what `pocketsphinx_continuous -time yes` or pocketsphinx 5's `single` wrote.
 * Pauses, noises and the marks of alternative pronunciations are left out. Throws on JSON of another shape.
 */
export function readPocketsphinxWords(stdout: string): Word[] {
  return stdout
    .split(/\r?\n/)
    .flatMap(readLine)
    .filter((word) => word !== null)
}
