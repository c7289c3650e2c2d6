import { ConfirmStep } from '@/components/confirm-step'
import { toast } from '@/components/ui/toast'
import { createClient } from '@/lib/api/client'
import { removeWebhook, type Webhook } from '@/lib/webhooks/contract'
import { words } from './words'

/** Removes an endpoint: messages that are still on their way go with it. */
export function RemoveButton({ webhook: { id, url }, onRemoved }: { webhook: Webhook; onRemoved: () => void }) {
  const remove = async () => {
    await createClient()(removeWebhook, { params: { webhook_id: id } })
    toast.success(words.removed)
    onRemoved()
  }
  return (
    <ConfirmStep
      label={words.remove}
      fullLabel={words.removeOf(url)}
      look="quiet"
      text={words.removeText}
      confirm={words.removeDo}
      keep={words.keep}
      work={remove}
    />
  )
}
