import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '@/test/property-runs'
import { combineChanges } from './combine-changes'
import { changeBetween, type SpokenText, undoChange } from './text-change'

/** A text of one-letter segments, some of which are the same. */
const aText = fc
  .tuple(fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 10 }), fc.constantFrom(null, 'Ann', 'Bob'))
  .map(
    ([letters, name]): SpokenText => ({
      segments: letters.map((text) => ({ startMs: 0, endMs: 1, text })),
      speakers: [{ id: 'S1', name }],
    }),
  )

test('undoing two changes that were combined is undoing both', () => {
  fc.assert(
    fc.property(aText, aText, aText, aText, (first, second, third, fourth) => {
      const [one, two, three] = [
        changeBetween(first, second),
        changeBetween(second, third),
        changeBetween(third, fourth),
      ]
      expect(undoChange(third, combineChanges(one, two))).toEqual(first)
      expect(undoChange(fourth, combineChanges(combineChanges(one, two), three))).toEqual(first)
    }),
    { numRuns: propertyRuns(3000) },
  )
})
