import { z } from 'zod'
import { nameField, textField } from '@/lib/core/operations/text-field'
import { Problem } from '@/lib/core/problem/problem'
import { correctSpeakers, correctWords } from '@/lib/library/corrections/correct-segments'
import { defineTool, type ToolCall } from '@/lib/mcp/tool'

const MAX_CHARACTERS = 200

const input = z.object({
  id: nameField().describe('id of the transcript'),
  edits: z
    .array(
      z.object({
        find: textField(MAX_CHARACTERS).trim().min(1).describe('Words as they stand in the transcript, within a line'),
        replace: textField(MAX_CHARACTERS).describe('The corrected words; empty to delete them'),
        all: z.boolean().default(false).describe('Replace every match; otherwise there has to be exactly one'),
      }),
    )
    .max(20)
    .default([]),
  speakers: z
    .array(z.object({ id: nameField().describe('S1, S2, …'), name: textField(100).nullable() }))
    .max(20)
    .default([])
    .describe('New names of speakers'),
  version: textField(100).optional().describe('version of an earlier response: fail if somebody has edited it since'),
})

const output = z.object({
  version: z.string().describe('Pass it as version with the next edit'),
  revision: z.number().describe('The number of the last revision; each edit is one and can be restored'),
  replaced: z.number().describe('How many matches were replaced'),
})

/** Counts the matches with a dry run, then replaces them only if the text has not changed in between. */
async function replaceExactly(
  { actor, signal }: ToolCall,
  id: string,
  { find, replace, all }: z.output<typeof input>['edits'][number],
  ifMatch: string | null,
) {
  const replacement = { find, replace, case_sensitive: true, whole_words: false }
  const seen = await correctWords(actor, id, { ...replacement, dry_run: true }, { ifMatch, signal })
  if (seen.count === 0 || (seen.count > 1 && !all)) {
    const detail =
      seen.count === 0
        ? `“${find}” isn't in this transcript. Copy the words from it, within one segment.`
        : `“${find}” is ${seen.count} times in this transcript. Send more words around it, or all: true.`
    throw new Problem('invalid_edit', { detail, context: { find, count: seen.count } })
  }
  return correctWords(actor, id, { ...replacement, dry_run: false }, { ifMatch: seen.etag, signal })
}

/** Corrects words and names speakers, each as a revision. */
export const editTranscript = defineTool({
  name: 'edit_transcript',
  title: 'Correct a transcript',
  description:
    "Correct words and name speakers in one of the user's transcripts. Times stay, each edit is a revision that can be restored, and nobody else's text changes. Edits are made in order; if one fails, those before it are saved. Only correct what the user asks for.",
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  scopes: ['transcripts:write'],
  input,
  output,
  run: async ({ id, edits, speakers, version }, call) => {
    const { actor, signal } = call
    let ifMatch = version ?? null
    let revision = 0
    let replaced = 0
    for (const edit of edits) {
      const done = await replaceExactly(call, id, edit, ifMatch)
      ifMatch = done.etag
      revision = done.revision
      replaced += done.count
    }
    if (speakers.length > 0 || edits.length === 0) {
      const named = await correctSpeakers(actor, id, { speakers, merge: [] }, { ifMatch, signal })
      ifMatch = named.etag
      revision = named.revision
    }
    const data = { version: ifMatch ?? '', revision, replaced }
    return { texts: [`Saved as revision ${revision}, ${replaced} replaced. version: ${data.version}`], data }
  },
})
