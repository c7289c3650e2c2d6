import { z } from 'zod'
import { linkField } from '@/lib/core/operations/text-field'
import { defineTool } from '@/lib/mcp/tool'
import { type LanguageList, languageListSchema } from '@/lib/transcripts/languages/contract'
import { listLanguages as list } from '@/lib/transcripts/languages/list-languages'

function toText({ title, url, original_lang, languages, tracks, speech_to_text }: LanguageList): string {
  const rows = languages.map(
    ({ code, name, source }) => `- ${code} (${name}): ${source === 'captions' ? 'captions' : 'automatic captions'}`,
  )
  const named = tracks.map(({ id, name }) => `- ${id}${name === null ? '' : ` (${name})`}`)
  return [
    `${title ?? url}${original_lang ? `, spoken in ${original_lang}` : ''}`,
    ...(rows.length > 0 ? rows : ['No captions.']),
    ...(named.length > 1 ? ['Tracks, for track of get_transcript:', ...named] : []),
    `Speech-to-text: ${speech_to_text ? 'possible' : 'not possible'}`,
  ].join('\n')
}

/** Which captions a recording has. */
export const listLanguages = defineTool({
  name: 'list_languages',
  title: 'List the languages of a recording',
  description:
    'List the languages that a link has captions in, which of them were made automatically, and whether its speech can be transcribed. Costs nothing. Machine translations are left out.',
  hints: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  scopes: ['transcripts:read'],
  input: z.object({
    url: linkField().describe('Link to a video, podcast episode or media file, or one of your uploads'),
  }),
  output: languageListSchema.extend({}),
  run: async ({ url }, { actor, signal }) => {
    const data = await list(url, async () => actor, signal)
    return { texts: [toText(data)], data }
  },
})
