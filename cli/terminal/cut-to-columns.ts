import { displayColumns, visitClusters } from '@/lib/captions/display-columns'

/** A line cut to so many columns of a terminal, with an ellipsis where something is missing. */
export function cutToColumns(line: string, columns: number): string {
  if (displayColumns(line) <= columns) return line
  let end = 0
  let taken = 1
  visitClusters(line, 0, line.length, (position, width) => {
    taken += width
    if (taken <= columns) end = position
  })
  return `${line.slice(0, end)}…`
}
