import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chooseItems, countMissingIds, countNeeded, type ImportChoice, takeMaximum } from './choose-items'
import { countCost, fitWithin } from './count-cost'

const item = (guid: string, title = guid, published: string | null = null, has_captions: boolean | null = null) => ({
  guid,
  title,
  published,
  has_captions,
})

const LIST = [
  item('a', 'Physics, part 1', '2026-03-01T00:00:00.000Z', true),
  item('b', 'Chemistry', '2026-01-01T00:00:00.000Z', false),
  item('c', 'PHYSICS  part 2', '2026-05-01T00:00:00.000Z', null),
  item('d', 'Ｐｈｙｓｉｃｓ of a bell', null, true),
  item('e', 'Über Physik', '2026-04-01T00:00:00.000Z', false),
]
const chosen = (choice: ImportChoice) =>
  chooseItems(LIST, choice)
    .map(({ guid }) => guid)
    .join('')

test.each<[string, ImportChoice, number]>([
  ['without ids misses nothing', {}, 0],
  ['by no id misses nothing', { ids: [] }, 0],
  ['by listed ids misses nothing, whatever else it wants', { ids: ['a', 'b'], search: 'nothing' }, 0],
  ['by other ids misses each of them once', { ids: ['a', 'x', 'y', 'x'] }, 2],
])('a choice %s', (_name, choice, missing) => {
  expect(countMissingIds(LIST, choice)).toBe(missing)
})

describe('a choice', () => {
  test.each<[string, ImportChoice, string]>([
    ['of nothing in particular is all', {}, 'abcde'],
    ['by words finds titles that have them all, in any case and width', { search: ' physics PART ' }, 'ac'],
    ['by a word finds it in any width', { search: 'physics' }, 'acd'],
    ['by letters with marks finds them', { search: 'über' }, 'e'],
    ['by blanks is all', { search: '  ' }, 'abcde'],
    ['by a range counts from 1 and includes both ends', { from: 2, to: 4 }, 'bcd'],
    ['by the end of a range begins at the first', { to: 2 }, 'ab'],
    ['by the newest takes them by date, in the order of the list', { newest: 2 }, 'ce'],
    ['by more newest than have a date goes on by the list', { newest: 5 }, 'abcde'],
    ['by captions leaves out what is known to have none', { only_with_captions: true }, 'acd'],
    ['by ids takes those, in the order of the list', { ids: ['e', 'a', 'nobody'] }, 'ae'],
    ['by no id at all is none', { ids: [] }, ''],
    ['by several is what all of them leave, and of that the newest', { search: 'phys', from: 2, newest: 1 }, 'c'],
  ])('%s', (_name, choice, wanted) => {
    expect(chosen(choice)).toBe(wanted)
  })

  test('for the newest without any date is the beginning of the list', () => {
    const list = ['x', 'y', 'z'].map((guid) => item(guid))
    expect(chooseItems(list, { newest: 2 }).map(({ guid }) => guid)).toEqual(['x', 'y'])
  })

  test('is a part of the list in its order, never more than the newest wanted', () => {
    const list = fc.array(
      fc.record({
        guid: fc.string(),
        title: fc.string(),
        published: fc.option(fc.date({ noInvalidDate: true }).map((date) => date.toISOString())),
        has_captions: fc.option(fc.boolean()),
      }),
    )
    const choice = fc.record(
      { search: fc.string(), from: fc.integer({ min: 1 }), to: fc.integer({ min: 1 }), newest: fc.integer({ min: 1 }) },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(list, choice, (items, wanted) => {
        const found = chooseItems(items, wanted)
        expect(found.length).toBeLessThanOrEqual(wanted.newest ?? items.length)
        expect(items.filter((one) => found.includes(one))).toEqual(found)
      }),
    )
  })
})

test('a maximum counts only what is not known yet', () => {
  const isKnown = ({ guid }: { guid: string }) => guid === 'a' || guid === 'd'
  const taken = (maximum?: number) => takeMaximum(LIST, { maximum }, isKnown).map(({ guid }) => guid)
  expect([taken(1), taken(2), taken()]).toEqual([
    ['a', 'b', 'd'],
    ['a', 'b', 'c', 'd'],
    ['a', 'b', 'c', 'd', 'e'],
  ])
})

test.each<[string, ImportChoice, boolean, number]>([
  ['all of it where nothing is chosen', {}, true, 5000],
  ['as many as are the newest, where these stand first', { newest: 20 }, true, 20],
  ['all of it where the newest may stand anywhere', { newest: 20 }, false, 5000],
  ['up to the end of a range', { from: 5, to: 30 }, false, 30],
  ['up to the newest of a range', { from: 5, newest: 10 }, true, 14],
  ['all of it where the newest of what is searched are wanted', { newest: 3, search: 'x' }, true, 5000],
  ['no more than a list can have', { to: 99_999 }, true, 5000],
])('the part of a list to read is %s', (_name, choice, isNewestFirst, wanted) => {
  expect(countNeeded(choice, isNewestFirst, 5000)).toBe(wanted)
})

test('a cost is the seconds of what says its length, and how far the allowance reaches, passing over what is longer', () => {
  expect(countCost([600, null, 299.2, 601, 0.4], 1000)).toEqual({ items: 5, seconds: 1502, unknown: 1, reached: 3 })
  expect(fitWithin([600, null, 299.2, 601, 0.4], 1000)).toEqual([true, false, true, false, true])
  expect(countCost([], 0)).toEqual({ items: 0, seconds: 0, unknown: 0, reached: 0 })
})
