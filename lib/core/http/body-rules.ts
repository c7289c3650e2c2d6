/** How large a request body may be, and how long all of it may take to arrive. */
export type BodyRule = { maxBytes: number; limitMs: number }

const KIB = 1024

/** The kinds of request bodies that are read whole. Files are streamed, and have bounds of their own. */
export const BODY_RULES = {
  /** The JSON object of an operation, and a message to the connector. */
  json: { maxBytes: 64 * KIB, limitMs: 30_000 },
  /** A batch of a thousand links. */
  batch: { maxBytes: 4096 * KIB, limitMs: 60_000 },
  /** An OPML file of 1 MiB, as it is escaped in JSON. */
  subscriptions: { maxBytes: 4096 * KIB, limitMs: 60_000 },
  /** A feed that a hub sends because it has changed: nothing of it is trusted but that. */
  feed: { maxBytes: 4096 * KIB, limitMs: 30_000 },
  /** The parameters of OAuth, and of device codes. */
  form: { maxBytes: 64 * KIB, limitMs: 30_000 },
  /** The fields of a form on one of our own pages: an address, a token and a path. */
  pageForm: { maxBytes: 16 * KIB, limitMs: 30_000 },
  /** An event of the billing provider. Events show whole subscriptions with their invoices. */
  event: { maxBytes: 1024 * KIB, limitMs: 30_000 },
  /** A call of an Inngest server, with what the steps of the run returned so far. */
  call: { maxBytes: 32 * 1024 * KIB, limitMs: 60_000 },
} as const satisfies Record<string, BodyRule>

export type BodyKind = keyof typeof BODY_RULES
