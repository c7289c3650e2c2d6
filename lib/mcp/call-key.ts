import type { Caller } from './caller'

/** What a call is known by while it waits: its client, and the id that client gave it (`1` and `"1"` are two). */
export function callKey({ client }: Caller, id: string | number): string {
  return `${client} ${typeof id} ${id}`
}
