import type { Reply } from '@/lib/core/operations/route'
import { countWrongSecret } from '@/lib/limits/count-wrong-credential'

type Options = {
  status?: number
  headers?: Record<string, string>
  /** Members of the answer besides `error` and `error_description`. */
  extra?: Record<string, unknown>
  /** A wrong secret came along. */
  isGuess?: boolean
}

/**
 * An OAuth error: `code` is one of RFC 6749, 7591, 8628 or 8707, and the message is a sentence for the client's
 * developer. It is returned as `{error, error_description}`, or sent to the client in a redirect.
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

/** RFC 6749 §5.1: a response with a token must not be cached. */
const NO_STORE = { 'cache-control': 'no-store', pragma: 'no-cache' }

function refusal(error: OAuthError): Reply {
  const body = { error: error.code, error_description: error.message, ...error.extra }
  return { status: error.status, body, headers: { ...NO_STORE, ...error.headers } }
}

/**
 * Responds with the result of `act`, or with a refusal as OAuth clients read it (RFC 6749 §5.2). Other errors are thrown
 * on.
 */
export async function respondOAuth(act: () => Promise<unknown>, status = 200): Promise<Reply> {
  try {
    return { status, body: await act(), headers: NO_STORE }
  } catch (error) {
    if (error instanceof OAuthError) return refusal(error)
    throw error
  }
}

/** Responds to a client that authenticates: a wrong secret is counted by its network address. */
export async function respondToClient(address: string | null, act: () => Promise<unknown>): Promise<Reply> {
  return respondOAuth(async () => {
    try {
      return await act()
    } catch (error) {
      if (error instanceof OAuthError && error.isGuess) await countWrongSecret(address)
      throw error
    }
  })
}

/** Responds to users' programs too: a refusal has its sentence in `detail` as well. */
export async function respondOAuthWithDetail(act: () => Promise<unknown>): Promise<Reply> {
  return respondOAuth(async () => {
    try {
      return await act()
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error
      const { code, message, status, headers, extra } = error
      throw new OAuthError(code, message, { status, headers, extra: { ...extra, detail: message } })
    }
  })
}
