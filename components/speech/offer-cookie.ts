import type { BetterSpeech } from '@/lib/library/transcribe-again/contract'

/** The cookie with the name of the offer of better speech that was dismissed last. */
export const OFFER_COOKIE = 'verbatim_dismissed_offer'

/** The name of an offer: the engine that is ready, or that there are models. Another engine is offered anew. */
export function offerName({ again }: BetterSpeech): string {
  return again ? `${again.name}/${again.model ?? ''}` : 'models'
}
