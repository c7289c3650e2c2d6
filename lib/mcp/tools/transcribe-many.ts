import { z } from 'zod'
import { linkField, nameField } from '@/lib/core/operations/text-field'
import { batchStartedSchema } from '@/lib/imports/batches/contract'
import { startBatch } from '@/lib/imports/batches/start-batch'
import { defineTool } from '@/lib/mcp/tool'
import { batchLines } from '../results/to-import-result'

/** Below the bound on elements in the input of a tool. */
const MAX_LINKS = 50

const input = z.object({
  links: z
    .array(linkField())
    .min(1)
    .max(MAX_LINKS)
    .describe(
      'Links of single recordings, as for get_transcript: videos, podcast episodes, audio, video or caption files',
    ),
  lang: nameField().optional().describe('Language of the transcripts, as for get_transcript'),
})

/** Begins to transcribe many links. */
export const transcribeMany = defineTool({
  name: 'transcribe_many',
  title: 'Transcribe many links',
  description: `Transcribe up to ${MAX_LINKS} links of single recordings at once. Use this in place of many get_transcript calls. It uses up the monthly minutes of the account, for each recording once. Answers at once with the id of the batch, for get_batch, and with the links that were refused; the others are worked on. For all of a podcast, playlist or channel use import_podcast.`,
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  scopes: ['imports'],
  input,
  output: batchStartedSchema.extend({}),
  run: async ({ links, lang }, { actor }) => {
    const items = links.map((url) => ({ url, ...(lang ? { lang } : {}) }))
    const started = await startBatch(actor, { items, allow_partial: false, strict_lang: false, dry_run: false })
    const refused = started.errors.map(({ index, problem }) => `Refused: ${links[index] ?? ''}: ${problem.detail}`)
    const lines = [...batchLines(started), ...refused, `Ask get_batch with batch_id ${started.id} how far it is.`]
    return { texts: [lines.join('\n')], data: started }
  },
})
