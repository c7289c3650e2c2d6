import type { Operation } from '@/lib/platform/operation'

/** One request under way. */
export type RequestContext = {
  /** What it called; null for no operation. */
  operation: Operation | null
  requestId: string
  /** What its answer bears whatever becomes of it. */
  headers: Record<string, string>
  /** It was answered the short way. */
  isShort?: boolean
}
