import { billingMode } from '../billing-mode'
import { cached } from './cached'
import { fetchOffers, type Offer } from './catalogue'

/** The prices of the tiers, at most five minutes old unless the provider can't be asked. */
export function offers(): Promise<Offer[]> {
  return cached(`offers:${billingMode()}`, fetchOffers)
}
