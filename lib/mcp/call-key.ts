import type { Caller } from './caller'

/** The key of a waiting call: its client, and the id that client gave it (`1` and `"1"` are two). */
export function callKey({ client }: Caller, id: string | number): string {
  return `${client} ${typeof id} ${id}`
}
