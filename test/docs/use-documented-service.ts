import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { afterAll } from 'vitest'
import { startPlatforms } from '@/e2e/platforms'
import { api } from '@/lib/api/app'
import { serveMcp } from '@/lib/mcp/serve-mcp'
import { trustOrigin } from '@/test/origin/trust-origin'
import { useService } from '@/test/service'
import { prepareFolder, SUBSCRIPTIONS } from './run-example'

/** A server on a free port of this machine, which answers as soon as there is a service. */
async function listen(): Promise<{ baseUrl: string; close: () => void }> {
  const connector = getRequestListener(serveMcp)
  const direct = getRequestListener((request, env) => api().fetch(request, env))
  const server = createServer((request, response) =>
    request.url === '/mcp' ? void connector(request, response) : void direct(request, response),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { baseUrl: `http://127.0.0.1:${port}`, close: () => server.close() }
}

/**
 * The service on a free port, with stand-ins for the platforms and a folder with the files that the examples name, among
 * them `talk.mp4`, a clip with captions.
 */
export async function useDocumentedService() {
  const platforms = await startPlatforms()
  const { baseUrl, close } = await listen()
  const service = await useService({ BASE_URL: baseUrl })
  const { EGRESS_PROXY_URL: proxyUrl = '', NODE_EXTRA_CA_CERTS: caFile = '' } = platforms.settings
  trustOrigin({ proxyUrl, caFile })
  const folder = await mkdtemp(path.join(tmpdir(), 'verbatim-examples-'))
  await prepareFolder(folder)
  await copyFile('public/samples/captioned.mp4', path.join(folder, 'talk.mp4'))
  await writeFile(path.join(folder, 'notification.json'), '{}')
  await writeFile(path.join(folder, 'podcasts.opml'), SUBSCRIPTIONS)
  afterAll(async () => {
    close()
    await platforms.close()
    await rm(folder, { recursive: true, force: true })
  })
  return { service, baseUrl, folder }
}
