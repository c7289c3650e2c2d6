import { type ImportPreview, importPreviewSchema } from '@/lib/imports/preview/contract'
import * as preview from '@/lib/imports/preview/preview-import'
import { defineTool } from '@/lib/mcp/tool'
import { importInput } from './import-podcast'

/** How many of the items that an import would take are listed. */
const MAX_LISTED = 50

const output = importPreviewSchema.extend({})

function toText({
  title,
  url,
  count,
  chosen,
  cost,
  allowance,
  already_transcribed: known,
  note,
  items,
}: ImportPreview): string {
  const lines = [
    `${title ?? url}: ${chosen} chosen of ${count ?? 'an unknown number'}, ${known} of these transcribed already`,
    `To transcribe: ${cost.items}, ${cost.seconds} seconds, and ${cost.unknown} of unknown length`,
    `Left: ${allowance.remaining_seconds} seconds, which reach for ${allowance.reached}`,
    ...(note === null ? [] : [note]),
    ...items.map(({ position, title: name, duration, guid }) => {
      return `- ${position}. ${[name, duration].filter(Boolean).join(', ')} (${guid})`
    }),
  ]
  if (chosen > items.length) lines.push(`The first ${items.length} of them are listed.`)
  return lines.join('\n')
}

/** The items and the cost of an import. */
export const previewImport = defineTool({
  name: 'preview_import',
  title: 'See what an import would take and cost',
  description: `See which episodes of a podcast, or videos of a playlist or channel, import_podcast would take with the same input, how many seconds that costs, and how far the allowance of the account reaches. Lists the first ${MAX_LISTED} of them. Costs nothing and begins nothing.`,
  hints: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  scopes: ['imports'],
  input: importInput,
  output,
  run: async (request, { actor, signal }) => {
    const found = await preview.previewImport(actor, request, signal)
    const data = { ...found, items: found.items.filter(({ chosen }) => chosen).slice(0, MAX_LISTED) }
    return { texts: [toText(data)], data }
  },
})
