import type { Line } from '../line'

/** A segment that is being edited. `key` stays while it is moved, split or joined. */
export type Row = Line & { key: number }

/** A position of the caret: a row, and the number of characters of its text before it. */
export type Caret = { key: number; offset: number }

/** An edit as the API takes it: these segments in place of so many from an index on. */
export type SegmentEdit = { index: number; delete: number; segments: { text: string }[] }

let lastKey = 0

export function toRows(lines: readonly Line[]): Row[] {
  return lines.map(({ start, end, text, speaker }) => ({ key: ++lastKey, start, end, text, speaker }))
}

/** A text as it is saved: without white space at its ends, and on one line. */
export function tidyRow(text: string): string {
  return text.replace(/\s+/gu, ' ').trim()
}

export function withText(rows: readonly Row[], key: number, text: string): Row[] {
  return rows.map((row) => (row.key === key ? { ...row, text } : row))
}

/** Splits a row at the caret. Its times are divided in proportion until the server has divided them by its words. */
export function splitRow(rows: readonly Row[], { key, offset }: Caret): { rows: Row[]; caret: Caret } | null {
  const at = rows.findIndex((row) => row.key === key)
  const row = rows[at]
  if (!row) return null
  const [before, after] = [row.text.slice(0, offset).trimEnd(), row.text.slice(offset).trimStart()]
  if (before === '' || after === '') return null
  const middle = row.start + ((row.end - row.start) * before.length) / (before.length + after.length)
  const first = { ...row, text: before, end: middle }
  const second = { ...row, key: ++lastKey, text: after, start: middle }
  return { rows: [...rows.slice(0, at), first, second, ...rows.slice(at + 1)], caret: { key: second.key, offset: 0 } }
}

export function joinRow(rows: readonly Row[], key: number): { rows: Row[]; caret: Caret } | null {
  const at = rows.findIndex((row) => row.key === key)
  const [before, row] = [rows[at - 1], rows[at]]
  if (!before || !row) return null
  const text = [before.text.trimEnd(), row.text.trimStart()].filter((part) => part !== '').join(' ')
  const offset = text.length - row.text.trimStart().length
  const joined = { ...before, text, end: row.end }
  return { rows: [...rows.slice(0, at - 1), joined, ...rows.slice(at + 1)], caret: { key: before.key, offset } }
}

/** Rows without those that were emptied: they are deleted when the rest is saved. */
export function filledRows(rows: readonly Row[]): Row[] {
  return rows.filter(({ text }) => tidyRow(text) !== '')
}

type Change = { index: number; before: Row[]; after: Row[] }

/** The changes from one list of rows to another, stretch by stretch. Splits and joins keep the order of rows. */
export function changesBetween(saved: readonly Row[], rows: readonly Row[]): Change[] {
  const keys = new Set(rows.map(({ key }) => key))
  const changes: Change[] = []
  let open: Change | null = null
  const change = (index: number): Change => {
    if (open) return open
    open = { index, before: [], after: [] }
    changes.push(open)
    return open
  }
  for (let i = 0, j = 0; i < saved.length || j < rows.length; ) {
    const [old, row] = [saved[i], rows[j]]
    if (old && row && old.key === row.key) {
      if (tidyRow(old.text) === tidyRow(row.text)) open = null
      else {
        change(i).before.push(old)
        change(i).after.push(row)
      }
      i += 1
      j += 1
    } else if (old && !keys.has(old.key)) {
      change(i).before.push(old)
      i += 1
    } else if (row) {
      change(i).after.push(row)
      j += 1
    }
  }
  return changes
}

export function toEdits(changes: readonly Change[]): SegmentEdit[] {
  return changes.map(({ index, before, after }) => ({
    index,
    delete: before.length,
    segments: after.map(({ text }) => ({ text: tidyRow(text) })),
  }))
}

/** Takes over the times and speakers that the server has given changed segments. Texts stay as they are. */
export function withSavedTimes(
  rows: readonly Row[],
  changed: readonly { index: number; segments: readonly Line[] }[],
): Row[] {
  const timed = [...rows]
  for (const { index, segments } of changed) {
    for (const [offset, { start, end, speaker }] of segments.entries()) {
      const row = timed[index + offset]
      if (row) timed[index + offset] = { ...row, start, end, speaker }
    }
  }
  return timed
}

/** An edit of this page beside an edit of the same stretch that was saved elsewhere. */
export type Conflict = { mine: string; theirs: string }

const middleOf = ({ start, end }: Line) => (start + end) / 2

function isWithin(row: Line, { before }: Change): boolean {
  const [first, last] = [before[0], before.at(-1)]
  return first !== undefined && last !== undefined && middleOf(row) >= first.start && middleOf(row) < last.end
}

const textOf = (rows: readonly Line[]) => rows.map(({ text }) => tidyRow(text)).join(' ')

export function conflictsWith(theirs: readonly Row[], changes: readonly Change[]): Conflict[] {
  return changes.map((change) => ({
    mine: textOf(change.after),
    theirs: textOf(theirs.filter((row) => isWithin(row, change))),
  }))
}

/** Applies the changes of this page to another version of the rows, at the same times. */
export function rebase(theirs: readonly Row[], changes: readonly Change[]): Row[] {
  return changes.reduce<Row[]>(
    (rows, change) => {
      const at = rows.findIndex((row) => isWithin(row, change))
      const index = at >= 0 ? at : rows.findIndex(({ start }) => start >= (change.after[0]?.start ?? 0))
      const kept = rows.filter((row) => !isWithin(row, change))
      const place = index < 0 ? kept.length : index
      return [...kept.slice(0, place), ...change.after, ...kept.slice(place)]
    },
    [...theirs],
  )
}
