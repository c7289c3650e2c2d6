import { toEvent, toEventStream } from '@/lib/core/http/to-event-stream'
import { whileAdmitted } from '@/lib/core/http/while-admitted'
import { type Route, route } from '@/lib/core/operations/route'
import * as contract from './contract'
import { actOnSpeechModel, removeSpeechModel } from './downloads/act-on-speech-model'
import { findSpeechModel, listSpeechModels, watchSpeechModel } from './downloads/list-speech-models'

export const speechRoutes: Route[] = [
  route(contract.listSpeechModels, async () => ({ status: 200, body: await listSpeechModels() })),

  route(contract.actOnSpeechModel, async ({ body }) => ({
    status: 200,
    body: await actOnSpeechModel(body.name, body.action),
  })),

  route(contract.watchSpeechModel, async ({ params, request, ...admission }) => {
    await findSpeechModel(params.name)
    const watch = (signal: AbortSignal) => watchSpeechModel(params.name, signal)
    return toEventStream(
      (signal) => whileAdmitted(admission, watch, signal),
      (model) => toEvent('model', model),
      request.signal,
    )
  }),

  route(contract.removeSpeechModel, async ({ params }) => ({
    status: 200,
    body: await removeSpeechModel(params.name),
  })),
]
