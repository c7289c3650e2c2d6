import { displayColumns } from '@/lib/captions/layout/columns'
import { oneLine } from './printable'

function pad(cell: string, width: number): string {
  return cell + ' '.repeat(width - displayColumns(cell))
}

/** Rows of cells as lines of aligned columns, two spaces apart; what came from elsewhere is made harmless. */
export function toTable(rows: readonly (readonly string[])[]): string {
  const clean = rows.map((row) => row.map(oneLine))
  const widths: number[] = []
  for (const row of clean) {
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, displayColumns(cell))
  }
  return clean
    .map(
      (row) =>
        `${row
          .map((cell, index) => pad(cell, widths[index] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('')
}
