import { expect, test } from 'vitest'
import { type Evidence, judgeChunk, judgeRecording, parseEvidence, provesOtherLanguage } from './judge-language'

const evidence = (changes: Partial<Evidence> = {}): Evidence => ({
  onlyLang: 'en',
  compressionRatio: 1.5,
  confidence: { logProbability: -8, tokens: 80 },
  voicedMs: 20_000,
  loops: [],
  ...changes,
})
const withMean = (mean: number, changes: Partial<Evidence> = {}) =>
  evidence({ confidence: { logProbability: mean * 80, tokens: 80 }, ...changes })
const english = withMean(-0.1)
const german = withMean(-1.2)
const overlapping = withMean(-0.5)

test.each<[string, Evidence, ReturnType<typeof judgeChunk>]>([
  ['clear English', english, 'fits'],
  ['English in noise', withMean(-0.35), 'fits'],
  ['a hymn, which repeats itself', withMean(-0.1, { compressionRatio: 2.6 }), 'fits'],
  ['voices at the same time', overlapping, 'doubtful'],
  ['counting, which repeats itself more', withMean(-0.3, { compressionRatio: 4.9 }), 'fits'],
  ['German', german, 'differs'],
  ['German in five seconds', withMean(-1.2, { voicedMs: 5000 }), 'unknown'],
  ['English in five seconds', withMean(-0.15, { voicedMs: 5000 }), 'fits'],
  ['English in a second', withMean(-0.15, { voicedMs: 1000 }), 'unknown'],
  ['a text without confidence', evidence({ confidence: null }), 'unknown'],
  ['a repetitive text without confidence', evidence({ confidence: null, compressionRatio: 2.5 }), 'doubtful'],
  ['a loop without confidence', evidence({ confidence: null, compressionRatio: 9 }), 'doubtful'],
  ['an engine of several languages', withMean(-1.2, { onlyLang: null }), null],
  ['silence', evidence({ confidence: null, voicedMs: 0, compressionRatio: 0 }), null],
])('a chunk of %s is judged', (_, chunk, verdict) => {
  expect(judgeChunk(chunk)).toBe(verdict)
  expect(judgeChunk(parseEvidence(JSON.parse(JSON.stringify(chunk))))).toBe(verdict)
})

const short = (mean: number) => withMean(mean, { voicedMs: 5000 })

test.each([
  ['English', [english, english], 'fits'],
  ['English with a quotation', [english, german, english], 'doubtful'],
  ['German with an English title', [german, english, german], 'differs'],
  ['one short note', [short(-1.2)], 'unknown'],
  ['short German notes', [short(-1.2), short(-1.2)], 'differs'],
  ['short English notes', [short(-0.1), short(-0.1)], 'fits'],
  ['no speech', [], 'unknown'],
] as const)('a recording of %s is judged', (_, chunks, verdict) => {
  expect(judgeRecording(chunks)).toBe(verdict)
})

test('a minute in another language ends a recording, unless some of it fits', () => {
  expect(provesOtherLanguage([german, german])).toBe(false)
  expect(provesOtherLanguage([german, german, german])).toBe(true)
  expect(provesOtherLanguage([german, german, german, english])).toBe(false)
  expect(provesOtherLanguage([german, german, german, overlapping])).toBe(false)
})

test('a chunk from before evidence was kept has none', () => {
  expect([null, undefined, {}, { onlyLang: 'en' }].map(parseEvidence)).toEqual([null, null, null, null])
})
