import { type Route, route } from '@/lib/core/operations/route'
import * as contract from './contract'
import { findVocabulary, setVocabulary, suggestCorrections } from './use-vocabulary'

export const vocabularyRoutes: Route[] = [
  route(contract.readVocabulary, async ({ actor }) => ({ status: 200, body: await findVocabulary(actor) })),

  route(contract.setVocabulary, async ({ actor, body }) => ({ status: 200, body: await setVocabulary(actor, body) })),

  route(contract.listSuggestions, async ({ actor, params, request }) => ({
    status: 200,
    body: await suggestCorrections(actor, params.id, request.signal),
  })),
]
