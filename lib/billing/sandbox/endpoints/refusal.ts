/** An error as Stripe's API answers it. */
export class SandboxRefusal extends Error {
  override readonly name = 'SandboxRefusal'
  readonly status: number
  readonly body: { error: { type: string; code?: string; param?: string; message: string } }

  constructor(status: number, message: string, { code, param }: { code?: string; param?: string } = {}) {
    super(message)
    this.status = status
    const particulars = { ...(code === undefined ? {} : { code }), ...(param === undefined ? {} : { param }) }
    this.body = { error: { type: 'invalid_request_error', message, ...particulars } }
  }
}
