import { z } from 'zod'
import { nameField } from '@/lib/core/operations/text-field'
import { importBatchSchema } from '@/lib/imports/contract'
import { findImport } from '@/lib/imports/find-import'
import { toImportResult } from '@/lib/mcp/results/to-import-result'
import { defineTool } from '@/lib/mcp/tool'

export const getImport = defineTool({
  name: 'get_import',
  title: 'See how far an import is',
  description:
    'See how many episodes of an import that import_podcast began are done, failed or skipped. An import takes minutes to hours: do not ask again and again, but tell the user how far it is.',
  hints: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  scopes: ['imports'],
  input: z.object({ batch_id: nameField().describe('id from an import_podcast response') }),
  output: importBatchSchema.extend({}),
  run: async ({ batch_id }, { actor }) => toImportResult(await findImport(actor, batch_id.trim().toLowerCase())),
})
