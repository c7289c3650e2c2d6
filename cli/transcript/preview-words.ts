import { UNCOUNTED_SECONDS } from '@/lib/imports/choice/count-cost'
import type { ImportPreview } from '@/lib/imports/preview/contract'
import { durationInWords } from '../duration-in-words'
import { oneLine } from '../terminal/printable'
import { toTable } from '../terminal/to-table'

/** The cost of items, and how far the remaining allowance reaches. */
export function costWords({ cost, allowance }: Pick<ImportPreview, 'cost' | 'allowance'>): string {
  const unknown = cost.unknown > 0 ? `, ${cost.unknown} of unknown length` : ''
  const needed = `To transcribe: ${cost.items}, ${durationInWords(cost.seconds)}${unknown}\n`
  const { remaining_seconds: remaining, reached } = allowance
  if (remaining >= UNCOUNTED_SECONDS) return needed
  const sized = cost.items - cost.unknown
  const reach = sized === 0 ? '' : reached === sized ? ', which is enough' : `, which is enough for ${reached} of them`
  return `${needed}Left of your allowance: ${durationInWords(remaining)}${reach}\n`
}

/** The cost of an import, in words, with the items that it would import. */
export function previewWords(preview: ImportPreview): string {
  const { title, url, count, is_whole: isWhole, chosen, already_transcribed: known, note, items } = preview
  const all = isWhole || count !== null ? `${count ?? items.length}` : `the first ${items.length}`
  const head = `${oneLine(title ?? url)}: ${chosen} of ${all} chosen${known > 0 ? `, ${known} of them transcribed already` : ''}\n`
  const rows = items
    .filter((item) => item.chosen)
    .map(({ position, published, duration, title: name, already_transcribed: had }) => [
      `${position}`,
      published?.slice(0, 10) ?? '',
      duration ?? '',
      had ? 'transcribed' : '',
      name,
    ])
  return (
    head +
    (note === null ? '' : `${oneLine(note)}\n`) +
    costWords(preview) +
    (rows.length > 0 ? `\n${toTable(rows)}` : '')
  )
}
