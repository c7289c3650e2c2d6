import { z } from 'zod'
import { nameField } from '@/lib/core/operations/text-field'
import { toWatchText } from '@/lib/mcp/results/to-watch-text'
import { defineTool } from '@/lib/mcp/tool'
import { watchListSchema } from '@/lib/watches/contract'
import * as watches from '@/lib/watches/find-watch'

/** The account's watches. */
export const listWatches = defineTool({
  name: 'list_watches',
  title: 'List watches',
  description:
    'List the podcasts, channels and playlists that the account watches, the newest first: how often each is checked, how many items it has brought, and what is wrong with it. Their transcripts are in list_transcripts.',
  hints: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  scopes: ['imports'],
  input: z.object({
    limit: z.int().min(1).max(100).default(50),
    cursor: nameField().optional().describe('next_cursor of the previous response'),
  }),
  output: watchListSchema.extend({}),
  run: async (request, { actor }) => {
    const data = await watches.listWatches(actor, request)
    const more = data.next_cursor === null ? [] : [`There are more: call list_watches with cursor ${data.next_cursor}.`]
    const lines = data.watches.map((watch) => `- ${toWatchText(watch)}`)
    return { texts: [[lines.length > 0 ? lines.join('\n') : 'Nothing is watched.', ...more].join('\n')], data }
  },
})
