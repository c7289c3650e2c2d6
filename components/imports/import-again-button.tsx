import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { problemOf } from '@/components/problem-of'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import { createClient } from '@/lib/api/client'
import { type ImportBatch, startImport } from '@/lib/imports/contract'
import { words } from './words'

/** Imports the same show once more: what is new, and what did not come the last time. */
export function ImportAgainButton({ batch }: { batch: ImportBatch }) {
  const router = useRouter()
  const again = useMutation({
    mutationFn: async () => (await createClient()(startImport, { body: { url: batch.source_url } })).body,
    onSuccess: ({ batch_id }) => router.push(`/imports/${batch_id}`),
    onError: (error) => toast.error(problemOf(error).detail),
  })
  const fresh = batch.status === 'done' && batch.failed === 0
  return (
    <Button disabled={again.isPending || again.isSuccess} onClick={() => again.mutate()}>
      {fresh ? words.importNew : words.importAgain}
    </Button>
  )
}
