import { z } from 'zod'
import { toWatchText } from '@/lib/mcp/results/to-watch-text'
import { defineTool } from '@/lib/mcp/tool'
import { createWatchSchema, watchSchema } from '@/lib/watches/contract'
import { createWatch } from '@/lib/watches/create-watch'

const { url, lang, every, backfill, max_per_day } = createWatchSchema.shape

/** Watches a show or a list for new items. */
export const watchSource = defineTool({
  name: 'watch_source',
  title: 'Watch a podcast, channel or playlist',
  description:
    'From now on transcribe every new episode of a podcast, or every new video of a channel or playlist, as it appears. Only when the user asks for it: it uses up the monthly minutes of the account again and again. Nothing of the past is transcribed unless backfill says so; for all of it use import_podcast. Watching the same link again changes nothing.',
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  scopes: ['imports'],
  input: z.object({
    url: url.describe('Link to a show, playlist, channel, profile or series, as for import_podcast'),
    lang: lang.describe('Language of the transcripts, as for get_transcript'),
    every: every.describe('How often to check, from 15m to 7d'),
    backfill: backfill.describe('How many of the newest items that are there already to transcribe too'),
    max_per_day: max_per_day.describe('Maximum number of items in 24 hours, the others wait; null: no maximum'),
  }),
  output: watchSchema.extend({}),
  run: async (request, { actor }) => {
    const { isNew, watch } = await createWatch(actor, request)
    // The link of the feed is a secret, which a conversation would keep.
    const { feed_url: _, ...data } = watch
    return { texts: [isNew ? toWatchText(data) : `Watched already. ${toWatchText(data)}`], data }
  },
})
