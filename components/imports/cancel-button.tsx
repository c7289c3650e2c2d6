import { useQueryClient } from '@tanstack/react-query'
import { ConfirmStep } from '@/components/confirm-step'
import { toast } from '@/components/ui/toast'
import { createClient } from '@/lib/api/client'
import { cancelImport, type ImportBatch } from '@/lib/imports/contract'
import { words } from './words'

/** Cancels an import. */
export function CancelButton({ batch: { id } }: { batch: ImportBatch }) {
  const queries = useQueryClient()
  const cancel = async () => {
    const { body } = await createClient()(cancelImport, { params: { batch_id: id } })
    queries.setQueryData(['import', id], body)
    toast.success(words.cancelled)
  }
  return (
    <ConfirmStep
      label={words.cancel}
      text={words.cancelText}
      confirm={words.cancelDo}
      keep={words.goOn}
      work={cancel}
    />
  )
}
