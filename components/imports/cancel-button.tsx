'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { problemOf } from '@/components/problem-of'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import { createClient } from '@/lib/api/client'
import { cancelImport, type ImportBatch } from '@/lib/imports/contract'
import { words } from './words'

/** Asks once more before an import is cancelled. */
export function CancelButton({ batch }: { batch: ImportBatch }) {
  const [asking, setAsking] = useState(false)
  const queries = useQueryClient()
  const cancel = useMutation({
    mutationFn: async () => (await createClient()(cancelImport, { params: { batch_id: batch.id } })).body,
    onSuccess: (ended) => {
      queries.setQueryData(['import', batch.id], ended)
      toast.success(words.cancelled)
    },
    onError: (error) => toast.error(problemOf(error).detail),
  })
  if (!asking) return <Button onClick={() => setAsking(true)}>{words.cancel}</Button>
  const busy = cancel.isPending || cancel.isSuccess
  return (
    <fieldset className="flex flex-wrap items-center gap-2">
      <legend className="pb-2 text-sm text-soft">{words.cancelText}</legend>
      <Button look="primary" autoFocus disabled={busy} onClick={() => cancel.mutate()}>
        {words.cancelDo}
      </Button>
      <Button disabled={busy} onClick={() => setAsking(false)}>
        {words.goOn}
      </Button>
    </fieldset>
  )
}
