type Options = {
  status?: number
  headers?: Record<string, string>
  /** Members of the answer besides `error` and `error_description`. */
  extra?: Record<string, unknown>
  /** A wrong secret came along. */
  isGuess?: boolean
}

/**
 * A refusal in the words of OAuth: `code` is one of RFC 6749, 7591, 8628 or 8707, the message a sentence for whoever
 * builds the client. It is answered as `{error, error_description}`, or taken back to the client in a redirect.
 */
export class OAuthError extends Error {
  override readonly name = 'OAuthError'
  readonly code: string
  readonly status: number
  readonly headers: Record<string, string>
  readonly extra: Record<string, unknown>
  readonly isGuess: boolean

  constructor(code: string, description: string, { status = 400, headers = {}, extra = {}, isGuess }: Options = {}) {
    super(description)
    this.code = code
    this.status = status
    this.headers = headers
    this.extra = extra
    this.isGuess = isGuess ?? false
  }
}
