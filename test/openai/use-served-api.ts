import type http from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { afterAll } from 'vitest'
import { api } from '@/lib/api/app'
import { setEnv } from '@/lib/core/env'
import { listenOnLoopback } from '@/lib/core/testing/listen-on-loopback'
import { compressResponses } from '@/server/http/compress-responses'
import { makeFront } from '@/server/http/front'
import { useService } from '@/test/service'

const nothingThere: http.RequestListener = (_, response) => response.writeHead(404).end()

/** The API behind the service's own front, listening on loopback, for one test file. */
export async function useServedApi(settings: Record<string, string> = {}) {
  const service = await useService(settings)
  const answer = async (request: Request) => {
    const response = await api().fetch(request)
    if (response.status >= 400) service.noteCodes(await response.clone().text())
    return response
  }
  const listener = compressResponses(getRequestListener(answer))
  const others = { connector: nothingThere, functions: nothingThere, metrics: nothingThere, pages: nothingThere }
  const limits = { slots: 8, bodiesPerAddress: 8, requestsPerAddress: 0 }
  const { url: baseUrl, stop } = await listenOnLoopback(makeFront({ api: listener, ...others }, limits))
  setEnv({ BASE_URL: baseUrl })
  afterAll(stop)
  return { service, baseUrl, port: Number(new URL(baseUrl).port), dataDir: service.dataDir }
}
