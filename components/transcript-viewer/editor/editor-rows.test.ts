import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  changesBetween,
  conflictsWith,
  filledRows,
  joinRow,
  type Row,
  rebase,
  splitRow,
  tidyRow,
  toEdits,
  toRows,
  withSavedTimes,
  withText,
} from './editor-rows'

const LINES = [
  { start: 0, end: 2, text: 'Good morning.' },
  { start: 2, end: 5, text: 'Today we talk about marmits.', speaker: 'S1' },
  { start: 6, end: 8, text: 'They live in the hills.' },
]
const row = (rows: readonly Row[], at: number): Row => {
  const found = rows[at]
  if (!found) throw new Error(`there is no row ${at}`)
  return found
}
const edits = (saved: readonly Row[], rows: readonly Row[]) => toEdits(changesBetween(saved, filledRows(rows)))

/** The server's result of edits. */
function applied(texts: readonly string[], saved: readonly Row[], rows: readonly Row[]): string[] {
  const result = [...texts]
  for (const edit of edits(saved, rows).reverse())
    result.splice(edit.index, edit.delete, ...edit.segments.map(({ text }) => text))
  return result
}

describe('edits', () => {
  test('replace the segment that was typed in', () => {
    const saved = toRows(LINES)
    const rows = withText(saved, row(saved, 1).key, ' Today we talk about  marmots. ')
    expect(edits(saved, rows)).toEqual([{ index: 1, delete: 1, segments: [{ text: 'Today we talk about marmots.' }] }])
  })

  test('are none where only white space has changed', () => {
    const saved = toRows(LINES)
    expect(edits(saved, withText(saved, row(saved, 0).key, 'Good  morning. '))).toEqual([])
  })

  test('split a segment at the caret, and join it again', () => {
    const saved = toRows(LINES)
    const split = splitRow(saved, { key: row(saved, 1).key, offset: 'Today we talk'.length })
    expect(edits(saved, split?.rows ?? [])).toEqual([
      { index: 1, delete: 1, segments: [{ text: 'Today we talk' }, { text: 'about marmits.' }] },
    ])
    const joined = joinRow(split?.rows ?? [], split?.caret.key ?? 0)
    expect(joined?.caret).toEqual({ key: row(saved, 1).key, offset: 'Today we talk '.length })
    expect(edits(saved, joined?.rows ?? [])).toEqual([])
  })

  test('are none at the edges: there is nothing to split or to join', () => {
    const saved = toRows(LINES)
    const { key, text } = row(saved, 0)
    expect(splitRow(saved, { key, offset: 0 })).toBeNull()
    expect(splitRow(saved, { key, offset: text.length })).toBeNull()
    expect(joinRow(saved, key)).toBeNull()
  })

  test('delete a segment that was emptied', () => {
    const saved = toRows(LINES)
    expect(edits(saved, withText(saved, row(saved, 2).key, ' '))).toEqual([{ index: 2, delete: 1, segments: [] }])
  })

  test('lead to the text on the page after any typing, splitting and joining', () => {
    const step = fc.record({
      kind: fc.constantFrom('type', 'split', 'join'),
      at: fc.nat(20),
      offset: fc.nat(20),
      text: fc.constantFrom('', 'a', 'a b', ' c  d ', 'e f g h'),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const saved = toRows(LINES)
        let rows = saved
        for (const { kind, at, offset, text } of steps) {
          const { key } = row(rows, at % rows.length)
          if (kind === 'type') rows = withText(rows, key, text)
          else if (kind === 'split') rows = splitRow(rows, { key, offset })?.rows ?? rows
          else rows = joinRow(rows, key)?.rows ?? rows
        }
        const wanted = filledRows(rows).map(({ text }) => tidyRow(text))
        expect(
          applied(
            LINES.map(({ text }) => text),
            saved,
            rows,
          ),
        ).toEqual(wanted)
      }),
    )
  })
})

test('the times that the server has given are taken over, and what is typed meanwhile stays', () => {
  const rows = toRows(LINES)
  const saved = withSavedTimes(rows, [{ index: 1, segments: [{ start: 2.5, end: 4.5, text: 'another' }] }])
  expect(saved[1]).toEqual({ ...row(rows, 1), start: 2.5, end: 4.5, speaker: undefined })
  expect(saved[0]).toBe(rows[0])
})

describe('when the text was changed elsewhere', () => {
  const saved = toRows(LINES)
  const mine = withText(saved, row(saved, 1).key, 'Today we talk about marmots.')
  const changes = changesBetween(saved, mine)
  const theirs = toRows([
    { start: 0, end: 2, text: 'Good evening.' },
    { start: 2, end: 3.5, text: 'Today we talk' },
    { start: 3.5, end: 5, text: 'about mermaids.' },
    { start: 6, end: 8, text: 'They live in the hills.' },
  ])

  test('both texts of the stretch are shown', () => {
    expect(conflictsWith(theirs, changes)).toEqual([
      { mine: 'Today we talk about marmots.', theirs: 'Today we talk about mermaids.' },
    ])
  })

  test('the edit can be made again at the same time, and nothing else is lost', () => {
    const rows = rebase(theirs, changes)
    expect(rows.map(({ text }) => text)).toEqual([
      'Good evening.',
      'Today we talk about marmots.',
      'They live in the hills.',
    ])
    expect(edits(theirs, rows)).toEqual([{ index: 1, delete: 2, segments: [{ text: 'Today we talk about marmots.' }] }])
  })

  test('an edit of what they have deleted comes back where it was', () => {
    const rows = rebase(toRows([row(theirs, 0), row(theirs, 3)]), changes)
    expect(rows.map(({ text }) => text)).toEqual([
      'Good evening.',
      'Today we talk about marmots.',
      'They live in the hills.',
    ])
  })
})
