import { z } from 'zod'
import { defineTool } from '@/lib/mcp/tool'
import { textField } from '@/lib/platform/text-field'
import { publishedSchema } from '@/lib/publishing/contract'
import { publishLink } from '@/lib/publishing/publish-link'

const input = z.object({
  url: textField(2048).describe('The link that was transcribed, or the source_url of an upload'),
  lang: textField(100).default('en').describe('The language that was asked for'),
})

/** The account's transcript of a link, for anybody to read. */
export const publishTranscript = defineTool({
  name: 'publish_transcript',
  title: 'Publish a transcript',
  description:
    "Make the account's transcript of a link public: anybody can read it at the address that is given back, and search engines find it. Ask the user first. Published already, it keeps its address. The media of an upload stays private.",
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  scopes: ['publish'],
  input,
  output: publishedSchema,
  run: async ({ url, lang }, { actor, signal }) => {
    const data = await publishLink(actor, { url, lang }, signal)
    return { texts: [`Published at ${data.url} (slug ${data.slug})`], data }
  },
})
