import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '@/test/property-runs'
import { trimLines } from './white-space'

test('lines are trimmed and blank ones dropped, in any white space, and nothing else changes', () => {
  const unit = fc.constantFrom('a', 'b c', ' ', '\t', '\n', '\n\n', '\u00a0', '\u2028', '\u3000', '\ud800')
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 30 }), (units) => {
      const text = units.join('').trim()
      const lines = text.split('\n').map((line) => line.trim())
      expect(trimLines(text)).toBe(lines.filter((line) => line !== '').join('\n'))
    }),
    { numRuns: propertyRuns(2000) },
  )
})
