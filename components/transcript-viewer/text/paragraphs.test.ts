import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gatherParagraphs } from './paragraphs'

test('a long pause begins a paragraph', () => {
  const lines = [
    { start: 0, end: 1, text: 'One' },
    { start: 1, end: 2, text: 'two.' },
    { start: 4.5, end: 5, text: 'Three.' },
  ]
  expect(gatherParagraphs(lines, 'en')).toEqual([
    { firstLine: 0, lines: lines.slice(0, 2) },
    { firstLine: 2, lines: lines.slice(2) },
  ])
})

test('every line is in one paragraph, in order', () => {
  const step = fc.record({ pauseMs: fc.nat(3000), lengthMs: fc.integer({ min: 1, max: 30_000 }) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let atMs = 0
      const lines = steps.map(({ pauseMs, lengthMs }, index) => {
        const startMs = atMs + pauseMs
        atMs = startMs + lengthMs
        return { start: startMs / 1000, end: atMs / 1000, text: `Line ${index}.` }
      })
      const paragraphs = gatherParagraphs(lines, null)
      expect(paragraphs.flatMap((paragraph) => paragraph.lines)).toEqual(lines)
      for (const { firstLine, lines: own } of paragraphs) expect(own[0]).toBe(lines[firstLine])
    }),
  )
})
