import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { transform } from 'esbuild'
import { Webhook } from 'standardwebhooks'
import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { setEnv } from '@/lib/core/env'
import { readPage } from './read-page'

setEnv({ BASE_URL: 'https://verbatim.test' })
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const MESSAGE = JSON.stringify({
  type: 'job.done',
  timestamp: '2026-03-14T09:26:53.589Z',
  data: { transcript_id: 'x' },
})

const handlerSchema = z.object({
  POST: z.custom<(request: Request) => Promise<Response>>((value) => typeof value === 'function'),
})

/** The page's handler as a reader has it: in a separate folder, with the library installed. */
async function loadHandler() {
  const page = await readPage('webhooks')
  const examples = page?.sections.flatMap((section) => section.examples.flat()) ?? []
  const code = examples.find(({ language }) => language === 'ts')?.code ?? ''
  const folder = await mkdtemp(path.join(tmpdir(), 'verbatim-webhook-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await symlink(path.resolve('node_modules'), path.join(folder, 'node_modules'))
  const file = path.join(folder, 'handler.mjs')
  await writeFile(file, (await transform(code, { loader: 'ts', format: 'esm', target: 'node20' })).code)
  vi.stubEnv('WEBHOOK_SECRET', SECRET)
  onTestFinished(() => void vi.unstubAllEnvs())
  return handlerSchema.parse(await import(/* @vite-ignore */ pathToFileURL(file).href)).POST
}

function message(body: string): Request {
  const now = new Date()
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(SECRET).sign('msg_1', now, MESSAGE),
  }
  return new Request('https://example.com/hooks/verbatim', { method: 'POST', headers, body })
}

test('the handler of the page on webhooks takes what is signed, and refuses what was altered', async () => {
  const logged = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  onTestFinished(() => logged.mockRestore())
  const handle = await loadHandler()
  expect((await handle(message(MESSAGE))).status).toBe(204)
  expect(logged.mock.calls).toEqual([['x']])
  expect((await handle(message(MESSAGE.replace('"x"', '"y"')))).status).toBe(400)
})
