/** At most `limit` calls at a time among the runs for which `key` (CEL over `event`) has the same value. */
export type Concurrency = { limit: number; key: string | null; scope: 'fn' | 'env' | 'account' }

/** An event that ends a run, within a time after its start (Inngest's time string, absent: always). */
export type CancelOn = { event: string; expression: string | null; timeout: string | null }

/** The declaration of an Inngest function, as far as the executor needs it. */
export type DurableFunction = {
  /** `<app>-<function>`. */
  id: string
  triggers: { event: string; expression: string | null }[]
  /** Cron patterns, with their time zone where the pattern names one (`TZ=Europe/Paris 0 9 * * *`). */
  schedules: string[]
  /** The first attempt and its retries, for each step. */
  maxAttempts: number
  concurrency: Concurrency[]
  /** CEL over `event`: by how many seconds a run comes before others (negative: after), 600 at most; null: none. */
  priority: string | null
  cancelOn: CancelOn[]
  /** CEL over `event`: within a day, events for which it has the same value start one run. */
  idempotency: string | null
}

/** An event as functions get it: at least these fields. */
export type DurableEvent = {
  id: string
  name: string
  data: Record<string, unknown>
  /** Unix milliseconds. */
  ts: number
}
