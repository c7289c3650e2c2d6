import { z } from 'zod'
import { linkField, nameField } from '@/lib/core/operations/text-field'
import { defineTool } from '@/lib/mcp/tool'
import { publishedSchema } from '@/lib/publishing/contract'
import { publishLink } from '@/lib/publishing/publish-link'

const input = z.object({
  url: linkField().describe('The link that was transcribed, or the source_url of an upload'),
  lang: nameField().default('en').describe('The requested language'),
  strict_lang: z.boolean().default(false).describe('Fail instead of publishing a text in another language'),
  unlisted: z.boolean().default(false).describe('Keep the page out of indexes and search engines'),
})

/** Publishes the account's transcript of a link. */
export const publishTranscript = defineTool({
  name: 'publish_transcript',
  title: 'Publish a transcript',
  description:
    "Make the account's transcript of a link public: anybody can read it at the address that is given back, and search engines find it. Ask the user first. Published already, it keeps its address. The media of an upload stays private.",
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  scopes: ['publish'],
  input,
  output: publishedSchema,
  run: async (request, { actor, signal }) => {
    const data = await publishLink(actor, request, signal)
    const notes = data.warnings.map(({ detail }) => `Note: ${detail}`)
    const lang = data.lang === null ? '' : `, in ${data.lang}`
    return { texts: [[`Published at ${data.url} (slug ${data.slug})${lang}`, ...notes].join('\n')], data }
  },
})
