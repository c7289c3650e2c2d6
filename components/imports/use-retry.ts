import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { problemOf } from '@/components/problem/problem-of'
import { toast } from '@/components/ui/toast'
import { createClient } from '@/lib/api/client'
import { type ImportBatch, listImportItems, startImport } from '@/lib/imports/contract'
import { ITEMS_A_PAGE } from './items-a-page'

async function failedIds({ id, failed }: ImportBatch): Promise<string[]> {
  const ids: string[] = []
  for (let offset = 0; offset < failed; offset += ITEMS_A_PAGE) {
    const query = { limit: ITEMS_A_PAGE, offset, status: 'failed' as const }
    const { body } = await createClient()(listImportItems, { params: { batch_id: id }, query })
    ids.push(...body.items.map(({ guid }) => guid))
  }
  return ids
}

/** Imports items of an ended import once more, all that failed or those that are named, and opens that import. */
export function useRetry(batch: ImportBatch) {
  const router = useRouter()
  return useMutation({
    mutationFn: async (guids?: readonly string[]) => {
      const ids = [...(guids ?? (await failedIds(batch)))]
      return (await createClient()(startImport, { body: { url: batch.source_url, ids } })).body
    },
    onSuccess: ({ batch_id }) => router.push(`/imports/${batch_id}`),
    onError: (error) => toast.error(problemOf(error).detail),
  })
}
