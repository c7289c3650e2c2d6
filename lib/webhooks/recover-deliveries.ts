import { db } from '@/lib/core/db/db'
import { DeliveryStatus } from '@/lib/core/generated/prisma/enums'
import type { Recovery } from '@/lib/durable/work'
import { DELIVERY_WAITS, DELIVERY_WORK, type DeliveryData } from './queue-delivery'

const GIVEN_UP = 'Sending was interrupted several times, so the server stopped trying. Resend the event.'

/** Continues to send a message by another run, with the remaining attempts. */
export const DELIVERY_RECOVERY: Recovery<DeliveryData> = {
  ...DELIVERY_WORK,
  next: async (tx, id) => {
    const delivery = await tx.webhookDelivery.findFirst({ where: { id, status: DeliveryStatus.pending } })
    if (!delivery) return null
    const { endpointId, attempts } = delivery
    return { deliveryId: id, endpointId, attemptsBefore: Math.min(attempts, DELIVERY_WAITS.length) }
  },
  giveUp: async (id) => {
    const where = { id, status: DeliveryStatus.pending }
    await db().webhookDelivery.updateMany({ where, data: { status: DeliveryStatus.failed, lastError: GIVEN_UP } })
  },
}
