import { z } from 'zod'
import { linkField, nameField } from '@/lib/core/operations/text-field'
import { checkRange, importBatchSchema, importRequestSchema } from '@/lib/imports/contract'
import { findImport } from '@/lib/imports/find-import'
import { startImport } from '@/lib/imports/start-import'
import { toImportResult } from '@/lib/mcp/results/to-import-result'
import { defineTool } from '@/lib/mcp/tool'
import { LIST_SITES, listNames } from '@/lib/platforms/platforms'

const { search, from, to, newest, only_with_captions, ids, maximum } = importRequestSchema.shape

/** The input by which a show, a playlist or a channel is imported or previewed. */
export const importInput = z
  .object({
    url: linkField().describe(
      `Link to a show (its RSS feed, its page, or Apple Podcasts), or to a playlist, channel, profile or series of ${listNames(LIST_SITES, 'or')}`,
    ),
    lang: nameField()
      .optional()
      .describe('Language of the transcripts, as for get_transcript; the default suits most shows'),
    search: search.describe('Only items with all these words in the title'),
    from: from.describe('First position in the list, counted from 1'),
    to: to.describe('Last position in the list, inclusive'),
    newest: newest.describe('Only the newest n items; in lists without dates, the first n'),
    only_with_captions: only_with_captions.describe('Skip items that need speech-to-text'),
    ids: ids.describe('Only items with these IDs: guid in a preview_import response'),
    maximum: maximum.describe(
      'Maximum number of items that the user does not have yet; the next import continues from there',
    ),
  })
  .superRefine(checkRange)

/** Begins to transcribe the items of a show or list. */
export const importPodcast = defineTool({
  name: 'import_podcast',
  title: 'Import a podcast, playlist or channel',
  description:
    'Transcribe every episode of a podcast, or every video of a playlist or channel, that the user does not have yet, or those that are chosen. Only when the user asks for several: it may take hours and uses up the monthly minutes of the account, so tell the cost by preview_import first. Answers at once with the id of the import, for get_import. Asking again for the same while it is imported begins nothing twice; later it takes only what is new. For one recording use get_transcript.',
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  scopes: ['imports'],
  input: importInput,
  output: importBatchSchema.extend({}),
  run: async (request, { actor }) => {
    const batchId = await startImport(actor, request)
    return toImportResult(await findImport(actor, batchId))
  },
})
