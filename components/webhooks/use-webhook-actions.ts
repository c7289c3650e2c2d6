import { useMutation } from '@tanstack/react-query'
import { problemOf } from '@/components/problem/problem-of'
import { toast } from '@/components/ui/toast'
import { createClient } from '@/lib/api/client'
import {
  enableWebhook,
  rotateWebhookSecret,
  testWebhook,
  type Webhook,
  type WebhookWithSecret,
} from '@/lib/webhooks/contract'
import { words } from './words'

type Handlers = {
  onChanged: (webhook: Webhook) => void
  onSecret: (webhook: WebhookWithSecret) => void
  onSent: () => void
}

const onError = (error: unknown) => toast.error(problemOf(error).detail)

/** The actions on an endpoint. */
export function useWebhookActions({ id }: Webhook, { onChanged, onSecret, onSent }: Handlers) {
  const call = createClient()
  const params = { webhook_id: id }
  const enable = useMutation({
    mutationFn: () => call(enableWebhook, { params }),
    onSuccess: ({ body }) => onChanged(body),
    onError,
  })
  const rotate = useMutation({
    mutationFn: () => call(rotateWebhookSecret, { params }),
    onSuccess: ({ body }) => {
      onSecret(body)
      toast.success(words.twoSecrets)
    },
    onError,
  })
  const test = useMutation({ mutationFn: () => call(testWebhook, { params }), onSuccess: onSent, onError })
  return {
    enable: () => enable.mutate(),
    rotate: () => rotate.mutate(),
    test: () => test.mutate(),
    busy: enable.isPending || rotate.isPending || test.isPending,
  }
}
