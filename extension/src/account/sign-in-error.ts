export type SignInReason =
  | 'no-url'
  | 'unreachable'
  | 'no-server'
  | 'other-server'
  | 'no-permission'
  | 'cancelled'
  | 'denied'
  | 'refused'

/** Why a sign-in did not succeed. `detail` is the server's own sentence, or for `other-server` the URL it calls itself by. */
export class SignInError extends Error {
  override readonly name = 'SignInError'
  readonly reason: SignInReason
  readonly detail: string | null

  constructor(reason: SignInReason, detail: string | null = null, options?: ErrorOptions) {
    super(detail ?? reason, options)
    this.reason = reason
    this.detail = detail
  }
}
