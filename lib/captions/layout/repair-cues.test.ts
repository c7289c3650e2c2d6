import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '@/test/property-runs'
import type { Segment } from '../cue'
import { arbitraryCues, lettersOf } from '../testing/arbitrary-cues'
import { subtitleCues } from './fit-cues'
import { repairCues } from './repair-cues'
import { layOutSegment, type ScreenCue } from './screen-cues'
import { toSegments } from './segments'
import { checkCues, SHORTEST_GAP_MS } from './subtitle-checks'
import { SHORTEST_CUE_MS, type SubtitleLayout, USUAL_LAYOUT } from './subtitle-layout'

const REPAIRED = { ...USUAL_LAYOUT, repair: true }

const repaired = (segments: Segment[], layout: SubtitleLayout = REPAIRED) => [...subtitleCues(segments, layout)]
const textOf = (cues: readonly ScreenCue[]) => cues.map(({ lines }) => lines.join(' ')).join(' ')
const rulesOf = (cues: readonly ScreenCue[], layout?: SubtitleLayout) =>
  [...checkCues(cues, layout)].map(({ rule }) => rule)

const layouts: fc.Arbitrary<SubtitleLayout> = fc.record({
  maxLineLength: fc.option(fc.integer({ min: 10, max: 100 })),
  maxLines: fc.integer({ min: 1, max: 4 }),
  maxMs: fc.integer({ min: 1000, max: 60_000 }),
  repair: fc.constant(true),
})

describe('repairCues', () => {
  test('a cue that is gone too soon stays until its text can be read, and no longer', () => {
    const text = 'It takes two seconds to read all of this'
    const cues = repaired([
      { startMs: 0, endMs: 500, text },
      { startMs: 5000, endMs: 6000, text: 'Yes.' },
    ])
    expect(cues.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
      [0, 2000],
      [5000, 6000],
    ])
  })

  test('a long cue is split at the end of a sentence', () => {
    const text = 'We came home late that night. Nobody had lit the fire, and the dog lay outside in the rain.'
    const cues = repaired([{ startMs: 0, endMs: 9000, text }])
    expect(cues.map(({ lines }) => lines.join(' '))).toEqual([
      'We came home late that night.',
      'Nobody had lit the fire, and the dog lay outside in the rain.',
    ])
    expect(rulesOf(cues)).toEqual([])
  })

  test('a split cue begins when its first word is said', () => {
    const said = 'One two three four five six, seven eight nine ten eleven twelve'.split(' ')
    const words = said.map((word, index) => ({ startMs: index * 800, endMs: index * 800 + 100, text: word }))
    const [first, second] = repaired([{ startMs: 0, endMs: 9600, text: said.join(' '), words }])
    expect([first?.startMs, first?.endMs, second?.startMs]).toEqual([0, 4717, 4800])
    expect(second?.lines.join(' ')).toMatch(/^seven/)
  })

  test('cues that are too short to be read are joined, across a short pause only', () => {
    const short = [
      { startMs: 0, endMs: 400, text: 'Well,' },
      { startMs: 400, endMs: 800, text: 'I' },
      { startMs: 800, endMs: 2500, text: 'never said that.' },
    ]
    expect(textOf(repaired(short).slice(0, 1))).toBe('Well, I never said that.')
    const apart = [
      { startMs: 0, endMs: 400, text: 'Well,' },
      { startMs: 3000, endMs: 4000, text: 'never.' },
    ]
    expect(repaired(apart)).toHaveLength(2)
  })

  test('speech of two people is never joined, and words go with their cues', () => {
    const said = (startMs: number, text: string, speaker: string): Segment => ({
      startMs,
      endMs: startMs + 400,
      text,
      words: [{ startMs, endMs: startMs + 300, text }],
      speaker,
    })
    expect(repairCues([said(0, 'Well,', 'S1'), said(400, 'yes.', 'S1'), said(800, 'No.', 'S2')], REPAIRED)).toEqual([
      {
        startMs: 0,
        endMs: 800,
        text: 'Well, yes.',
        words: [
          { startMs: 0, endMs: 300, text: 'Well,' },
          { startMs: 400, endMs: 700, text: 'yes.' },
        ],
        speaker: 'S1',
      },
      { startMs: 800, endMs: 1634, text: 'No.', words: [{ startMs: 800, endMs: 1100, text: 'No.' }], speaker: 'S2' },
    ])
  })

  test('two cues have a gap of two frames, except where the first would be too short then', () => {
    const cues = repaired([
      { startMs: 0, endMs: 2000, text: 'One.' },
      { startMs: 2040, endMs: 4000, text: 'Two.' },
      { startMs: 4000, endMs: 4900, text: 'Three.' },
      { startMs: 4900, endMs: 6000, text: 'Four.' },
    ])
    expect(cues.map(({ endMs }) => endMs)).toEqual([1957, 3917, 4900, 6000])
  })

  test('a cue stays as long as its script takes to be read', () => {
    const ends = ['かなかなかな', '漢字漢字漢字漢字漢', '한글한글한글한글한글한글'].map(
      (text) => repaired([{ startMs: 0, endMs: 500, text }])[0]?.endMs,
    )
    expect(ends).toEqual([1500, 1000, 1000])
  })

  test('text with a duration above the limit ends at the limit', () => {
    expect(repaired([{ startMs: 1000, endMs: 60_000, text: 'Silence' }])).toEqual([
      { startMs: 1000, endMs: 8000, lines: ['Silence'] },
    ])
  })

  test('any segments keep the same words, in order, without overlaps, and all that can be kept', () => {
    fc.assert(
      fc.property(arbitraryCues(), layouts, (cues, layout) => {
        const segments = toSegments(cues)
        const laidOut = repaired(segments, layout)
        expect(lettersOf(textOf(laidOut))).toBe(lettersOf(segments.map(({ text }) => text).join(' ')))
        for (const [index, { startMs, endMs, lines }] of laidOut.entries()) {
          expect(Number.isInteger(startMs) && Number.isInteger(endMs)).toBe(true)
          expect(endMs).toBeGreaterThan(startMs)
          expect(endMs).toBeLessThanOrEqual(laidOut[index + 1]?.startMs ?? Number.POSITIVE_INFINITY)
          expect(lines.length).toBeGreaterThan(0)
        }
        const starts = new Map(segments.map(({ startMs }) => [startMs, true]))
        if (laidOut[0]) expect(starts.has(laidOut[0].startMs)).toBe(true)
        for (const { cue, rule } of checkCues(laidOut, layout)) {
          const { startMs, endMs } = laidOut[cue - 1] ?? { startMs: 0, endMs: 0 }
          const nextMs = laidOut[cue]?.startMs ?? Number.POSITIVE_INFINITY
          expect(['reading_speed', 'too_short', 'line_count', 'gap']).toContain(rule)
          // No time is left: the next cue begins, or it is shown for as long as it may.
          const isFull = endMs >= nextMs - SHORTEST_GAP_MS || endMs - startMs === layout.maxMs
          const isLast = cue === laidOut.length
          if (rule === 'gap') expect(nextMs - startMs).toBeLessThan(SHORTEST_CUE_MS + SHORTEST_GAP_MS)
          else if (rule === 'line_count') expect(endMs - startMs).toBeLessThan(1000)
          else expect(isFull || isLast).toBe(true)
        }
      }),
      { numRuns: propertyRuns(300) },
    )
  })

  test('fast speech breaks far fewer rules afterwards', () => {
    const words = 'and so we went down to the river, where the boats lay. It was cold; nobody spoke'.split(' ')
    const spoken = fc.record({
      gapMs: fc.integer({ min: 0, max: 600 }),
      msPerWord: fc.integer({ min: 200, max: 600 }),
      count: fc.integer({ min: 1, max: 30 }),
    })
    const talks = fc.sample(fc.array(spoken, { minLength: 5, maxLength: 20 }), { seed: 1, numRuns: 100 })
    const findings = { before: 0, after: 0 }
    for (const talk of talks) {
      let at = 0
      const segments = talk.map(({ gapMs, msPerWord, count }) => {
        const startMs = at + gapMs
        at = startMs + count * msPerWord
        return { startMs, endMs: at, text: Array.from({ length: count }, (_, n) => words[n % words.length]).join(' ') }
      })
      findings.before += rulesOf(segments.flatMap((segment) => layOutSegment(segment))).length
      findings.after += rulesOf(repaired(segments)).length
    }
    expect(findings.after).toBeLessThan(findings.before / 2)
  })
})
