import { z } from 'zod'
import {
  libraryItemStateSchema,
  libraryQuerySchema,
  type TranscriptionList,
  transcriptionSchema,
} from '@/lib/library/contract'
import { listTranscriptions } from '@/lib/library/list-transcriptions'
import { defineTool } from '@/lib/mcp/tool'

const { platform } = libraryQuerySchema.shape

const input = z.object({
  platform: platform.describe('Only from this platform'),
  state: libraryItemStateSchema.nullable().default(null).describe('Only those done, in_progress or failed (error)'),
  limit: z.int().min(1).max(100).default(20),
  offset: z.int().min(0).default(0).describe('Number of results to skip: next_offset of the previous response'),
})

const output = z.object({
  transcripts: z.array(
    transcriptionSchema.pick({
      id: true,
      title: true,
      url: true,
      platform: true,
      lang: true,
      status: true,
      job_id: true,
      complete: true,
      duration_seconds: true,
      slug: true,
      created_at: true,
    }),
  ),
  total: z.int(),
  next_offset: z.int().nullable().describe('null: no more results'),
})
type Answer = z.infer<typeof output>

function toAnswer({ transcriptions, total, offset }: TranscriptionList): Answer {
  const end = offset + transcriptions.length
  const transcripts = transcriptions.map((libraryItem) => output.shape.transcripts.element.parse(libraryItem))
  return { transcripts, total, next_offset: transcripts.length > 0 && end < total ? end : null }
}

function toText({ transcripts, total, next_offset }: Answer): string {
  const lines = transcripts.map(({ id, title, url, lang, status, created_at, slug }) =>
    [`- ${title ?? url}`, lang, status, created_at.slice(0, 10), `id ${id}`, slug && `public as ${slug}`]
      .filter(Boolean)
      .join(', '),
  )
  const more = next_offset === null ? [] : [`There are more: call list_transcripts with offset ${next_offset}.`]
  return [`${total} transcripts`, ...lines, ...more].join('\n')
}

/** The account's transcripts, newest first. */
export const listTranscripts = defineTool({
  name: 'list_transcripts',
  title: 'List transcripts',
  description:
    'List what the account has transcribed, the newest first, with title, link, language and state. Read one with the resource transcript://{id}, or with get_transcript and its url, which costs nothing again. To find words in their text use search_transcripts.',
  hints: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  scopes: ['transcripts:read'],
  input,
  output,
  run: async (requested, { actor }) => {
    const data = toAnswer(await listTranscriptions(actor, libraryQuerySchema.parse(requested)))
    return { texts: [toText(data)], data }
  },
})
