import { z } from 'zod'
import { nameField } from '@/lib/core/operations/text-field'
import { defineTool } from '@/lib/mcp/tool'
import { unpublish } from '@/lib/publishing/publications'

/** A published transcript, taken back. */
export const unpublishTranscript = defineTool({
  name: 'unpublish_transcript',
  title: 'Unpublish a transcript',
  description:
    'Unpublish a transcript: its public link stops working immediately. The transcript stays in the account. Ask the user first.',
  hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  scopes: ['publish'],
  input: z.object({ slug: nameField().describe('slug from a publish_transcript response') }),
  output: z.object({ slug: z.string() }),
  run: async ({ slug }, { actor }) => {
    await unpublish(actor, slug)
    return { texts: [`${slug} is no longer public.`], data: { slug } }
  },
})
