import { z } from 'zod'

/** An id or a name in an event, limited to the characters that are stored and looked up in the database. */
export const noticeWord = z.string().regex(/^[\x21-\x7e]{1,255}$/)

/** An event of a billing provider whose signature holds. It is a hint only: state is asked of the provider itself. */
export type BillingNotice = {
  id: string
  /** The provider's own name for it. */
  type: string
  /** The kinds of the event in the words of the interface. */
  kinds: readonly string[]
  customerId: string | null
  /** Our own user, where the provider names it. */
  userId: string | null
}
