import { eventType, staticSchema } from 'inngest'
import type { EventKind } from '@/lib/core/db/events'

/** The SDK's own type of an event: a function that it triggers is given the event's data as its domain declares them. */
export function trigger<Data extends Record<string, unknown>>({ name }: EventKind<Data>) {
  return eventType(name, { schema: staticSchema<Data>() })
}
