import { z } from 'zod'
import { importBatchSchema } from '@/lib/imports/contract'
import { findImport } from '@/lib/imports/find-import'
import { startImport } from '@/lib/imports/start-import'
import { toImportResult } from '@/lib/mcp/to-import-result'
import { defineTool } from '@/lib/mcp/tool'
import { linkField, nameField } from '@/lib/platform/text-field'

const input = z.object({
  url: linkField().describe('Link to a show: its RSS feed, its page, or Apple Podcasts'),
  lang: nameField()
    .optional()
    .describe('Language of the transcripts, as for get_transcript; the default is right for most shows'),
})

/** Begins to transcribe every episode of a show. */
export const importPodcast = defineTool({
  name: 'import_podcast',
  title: 'Import a podcast',
  description:
    'Transcribe every episode of a podcast that the user does not have yet. Only when the user asks for the whole show: it may take hours and uses up the monthly minutes of the account. Answers at once with the id of the import, for get_import. Asking again for the same show while it is imported begins nothing twice; later it takes only what is new. For one episode use get_transcript.',
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  scopes: ['imports'],
  input,
  output: importBatchSchema.extend({}),
  run: async ({ url, lang }, { actor }) => {
    const batchId = await startImport(actor, { url, ...(lang ? { lang } : {}) })
    return toImportResult(await findImport(actor, batchId))
  },
})
