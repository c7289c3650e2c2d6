import type { ValidationDetail } from './validation-detail'

/** A request that does not fit its operation: a 422 whose body is `{ detail: details }`. */
export class RequestInvalid extends Error {
  override readonly name = 'RequestInvalid'
  readonly details: ValidationDetail[]

  constructor(details: ValidationDetail[]) {
    super(details.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; '))
    this.details = details
  }
}
