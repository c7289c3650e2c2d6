/** A call, ready to be written down in any language. `key`: it bears the API key. */
export type Call = {
  method: string
  url: string
  key: boolean
  query?: Readonly<Record<string, string>>
  headers?: Readonly<Record<string, string>>
  body?:
    | { kind: 'json'; value: unknown }
    | { kind: 'form'; fields: Readonly<Record<string, string>> }
    | { kind: 'file'; name: string; mediaType: string }
  /** What comes back. */
  answer: 'json' | 'events' | 'file' | 'nothing'
}

/** The environment variable that holds the caller's key. */
export const KEY = 'VERBATIM_API_KEY'
