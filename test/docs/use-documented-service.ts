import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { afterAll } from 'vitest'
import { startPlatforms } from '@/e2e/platforms'
import { api } from '@/lib/api/app'
import { listenOnLoopback } from '@/lib/core/testing/listen-on-loopback'
import { serveMcp } from '@/lib/mcp/serve-mcp'
import { trustOrigin } from '@/test/origin/trust-origin'
import { useService } from '@/test/service'
import { prepareFolder, SUBSCRIPTIONS } from './run-example'

/**
 * The service on a free port, with stand-ins for the platforms and a folder with the files that the examples name, among
 * them `talk.mp4`, a clip with captions.
 */
export async function useDocumentedService() {
  const platforms = await startPlatforms()
  const connector = getRequestListener(serveMcp)
  const direct = getRequestListener((request, env) => api().fetch(request, env))
  const { url: baseUrl, stop } = await listenOnLoopback((request, response) =>
    request.url === '/mcp' ? void connector(request, response) : void direct(request, response),
  )
  const service = await useService({ BASE_URL: baseUrl })
  const { EGRESS_PROXY_URL: proxyUrl = '', NODE_EXTRA_CA_CERTS: caFile = '' } = platforms.settings
  trustOrigin({ proxyUrl, caFile })
  const folder = await mkdtemp(path.join(tmpdir(), 'verbatim-examples-'))
  await prepareFolder(folder)
  await copyFile('public/samples/captioned.mp4', path.join(folder, 'talk.mp4'))
  await writeFile(path.join(folder, 'notification.json'), '{}')
  await writeFile(path.join(folder, 'podcasts.opml'), SUBSCRIPTIONS)
  afterAll(async () => {
    await stop()
    await platforms.close()
    await rm(folder, { recursive: true, force: true })
  })
  return { service, baseUrl, folder }
}
