import { z } from 'zod'
import { formatShortClock } from '@/lib/captions/clock'
import { textField } from '@/lib/core/operations/text-field'
import { libraryQuerySchema, type TranscriptionList, transcriptionSchema } from '@/lib/library/contract'
import { listTranscriptions } from '@/lib/library/list-transcriptions'
import { defineTool } from '@/lib/mcp/tool'

const input = z.object({
  query: textField(200).describe('Words that the text must contain, in any language; the last may be a prefix'),
  limit: z.int().min(1).max(20).default(10),
  offset: z.int().min(0).default(0).describe('Number of results to skip: next_offset of the previous response'),
})

const output = z.object({
  transcripts: z.array(
    transcriptionSchema
      .pick({ id: true, title: true, url: true, lang: true, created_at: true })
      .extend({ passages: z.array(z.object({ start: z.number().describe('Seconds'), text: z.string() })) }),
  ),
  next_offset: z.int().nullable().describe('null: no more results'),
})
type Answer = z.infer<typeof output>

function toAnswer({ transcriptions, total, offset }: TranscriptionList): Answer {
  const end = offset + transcriptions.length
  const transcripts = transcriptions.map(({ id, title, url, lang, created_at, passages }) => ({
    id,
    title,
    url,
    lang,
    created_at,
    passages: (passages ?? []).map(({ start, parts }) => ({ start, text: parts.map(({ text }) => text).join('') })),
  }))
  return { transcripts, next_offset: transcripts.length > 0 && end < total ? end : null }
}

function toText({ transcripts, next_offset }: Answer): string {
  if (transcripts.length === 0) return 'No transcript of this account has all of these words.'
  const lines = transcripts.flatMap(({ id, title, url, passages }) => [
    `- ${title ?? url}, id ${id}`,
    ...passages.map(({ start, text }) => `  [${formatShortClock(Math.round(start * 1000))}] ${text}`),
  ])
  const more = next_offset === null ? [] : [`There are more: call search_transcripts with offset ${next_offset}.`]
  return [...lines, ...more].join('\n')
}

/** Words found in what the account has transcribed, with their times. */
export const searchTranscripts = defineTool({
  name: 'search_transcripts',
  title: 'Search transcripts',
  description:
    'Find words in the texts and titles of what the account has transcribed. Gives the newest transcripts that have all of them, each with up to three passages and their times.',
  hints: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  scopes: ['transcripts:read'],
  input,
  output,
  run: async ({ query, limit, offset }, { actor }) => {
    const requested = libraryQuerySchema.parse({ limit, offset, search: query })
    const data = toAnswer(await listTranscriptions(actor, requested))
    return { texts: [toText(data)], data }
  },
})
