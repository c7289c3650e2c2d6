import { z } from 'zod'
import { defineTool } from '@/lib/mcp/tool'
import { nameField } from '@/lib/platform/text-field'
import { unpublish } from '@/lib/publishing/unpublish'

/** A published transcript, taken back. */
export const unpublishTranscript = defineTool({
  name: 'unpublish_transcript',
  title: 'Unpublish a transcript',
  description:
    'Take a published transcript back: its public address stops working at once, for good. The transcript itself stays in the account. Ask the user first.',
  hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  scopes: ['publish'],
  input: z.object({ slug: nameField().describe('slug of a publish_transcript answer') }),
  output: z.object({ slug: z.string() }),
  run: async ({ slug }, { actor }) => {
    await unpublish(actor, slug)
    return { texts: [`${slug} is not public any more.`], data: { slug } }
  },
})
