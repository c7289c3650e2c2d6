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

function parseLine(line: string): (Word | null)[] {
  if (line.startsWith('{')) return jsonLineSchema.parse(JSON.parse(line)).w.map(({ b, d, t }) => toWord(t, b, b + d))
  const [, token = '', start, end] = TIMED_LINE.exec(line) ?? []
  return [toWord(token, Number(start), Number(end))]
}

/** The output of pocketsphinx: the end of its standard error. */
export type PocketsphinxOutput = { stdout: string; stderr: string }

/** `INFO: ngram_search.c(301): TOTAL bestpath 0.00 CPU`: it has come to the end of the sound. */
const CAME_TO_THE_END = /^INFO: .*\bTOTAL \w+ \S+ CPU/m
const FAILED = /^(?:ERROR|FATAL)\b/m

/**
 * Whether pocketsphinx has listened. It reports the silence it hears as `<s>` or as a line of JSON; when it takes no
 * part of the sound for speech, it only logs how long that took. Its other output is no sign of having listened.
 */
export function hasListened({ stdout, stderr }: PocketsphinxOutput): boolean {
  if (stdout.split(/\r?\n/).some((line) => line.startsWith('{') || TIMED_LINE.test(line))) return true
  return CAME_TO_THE_END.test(stderr) && !FAILED.test(stderr)
}

/**
 * The words, with times in the chunk, in what `pocketsphinx_continuous -time yes` or pocketsphinx 5's `single` wrote.
 * Pauses, noises and the marks of alternative pronunciations are left out. Throws on JSON of another shape.
 */
export function parsePocketsphinxWords(stdout: string): Word[] {
  return stdout
    .split(/\r?\n/)
    .flatMap(parseLine)
    .filter((word) => word !== null)
}
