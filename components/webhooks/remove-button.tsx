'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { problemOf } from '@/components/problem-of'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import { createClient } from '@/lib/api/client'
import { removeWebhook, type Webhook } from '@/lib/webhooks/contract'
import { words } from './words'

/** Asks once more: messages that are still on their way go with the endpoint. */
export function RemoveButton({ webhook, onRemoved }: { webhook: Webhook; onRemoved: () => void }) {
  const [asking, setAsking] = useState(false)
  const end = useMutation({
    mutationFn: () => createClient()(removeWebhook, { params: { webhook_id: webhook.id } }),
    onSuccess: () => {
      toast.success(words.removed)
      onRemoved()
    },
    onError: (error) => toast.error(problemOf(error).detail),
  })
  if (!asking) {
    return (
      <Button look="quiet" aria-label={words.removeOf(webhook.url)} onClick={() => setAsking(true)}>
        {words.remove}
      </Button>
    )
  }
  const busy = end.isPending || end.isSuccess
  return (
    <fieldset className="flex flex-wrap items-center gap-2">
      <legend className="pb-2 text-sm text-soft">{words.removeText}</legend>
      <Button look="primary" autoFocus disabled={busy} onClick={() => end.mutate()}>
        {words.removeDo}
      </Button>
      <Button disabled={busy} onClick={() => setAsking(false)}>
        {words.keep}
      </Button>
    </fieldset>
  )
}
