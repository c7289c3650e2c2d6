import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { connectClient } from '@/test/mcp/connect-client'
import { useBothMounts } from './use-both-mounts'

const { service, site } = await useBothMounts()

const key = service.apiKey ?? ''
const bearer = { authorization: `Bearer ${key}` }
const signedSchema = z.object({ object_path: z.string(), upload_url: z.string() })

async function upload(name: string): Promise<string> {
  const signing = await fetch(`${service.baseUrl}/v1/uploads/sign`, {
    method: 'POST',
    headers: { ...bearer, 'content-type': 'application/json' },
    body: JSON.stringify({ filename: name, content_type: 'application/octet-stream' }),
  })
  const { object_path, upload_url } = signedSchema.parse(await signing.json())
  await fetch(upload_url, { method: 'PUT', body: new Uint8Array(await readFile(`public/samples/${name}`)) })
  return object_path
}

async function expectBothGenerations(baseUrl: string): Promise<void> {
  const captioned = await upload('captioned.mp4')
  for (const name of ['SDK 1.32', 'SDK 2.4 as of 2026-07-28'] as const) {
    const { client, callTool, close } = await connectClient(name, `${baseUrl}/mcp`, key)
    expect((await client.listTools()).tools.map((tool) => tool.name)).toContain('get_transcript')
    const result = await callTool('get_transcript', { upload: captioned })
    expect(result.content.map(({ text }) => text).join('\n')).toContain('ask what you can do for your country.')
    await close()
  }
}

test('the server answers both generations of clients at /mcp', () => expectBothGenerations(service.baseUrl))

test('Next answers both generations of clients at /mcp', { tags: 'deep' }, () => expectBothGenerations(site.baseUrl))

async function expectProgress(baseUrl: string): Promise<void> {
  const speech = await upload('reading.mp3')
  const { callTool, close } = await connectClient('SDK 1.32', `${baseUrl}/mcp`, key)
  const seen: number[] = []
  const onprogress = ({ progress }: { progress: number }) => seen.push(progress)
  await callTool('get_transcript', { upload: speech }, { onprogress })
  expect(seen.length).toBeGreaterThan(1)
  await close()
}

test('the server reports progress while it waits', () => expectProgress(service.baseUrl))

test('Next reports progress while it waits', { tags: 'deep' }, () => expectProgress(site.baseUrl))

test('both mounts refuse alike, and answer at exactly /mcp', async () => {
  const ask = async (baseUrl: string, headers: Record<string, string>, target = '/mcp') => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: '{}' }
    const answer = await fetch(baseUrl + target, { ...init, redirect: 'manual' })
    const shown = ['content-type', 'www-authenticate', 'access-control-allow-origin']
    return [answer.status, ...shown.map((name) => answer.headers.get(name))]
  }
  for (const headers of [{}, bearer, { authorization: 'Bearer x' }, { ...bearer, origin: 'https://evil.example' }]) {
    expect(await ask(site.baseUrl, headers)).toEqual(await ask(service.baseUrl, headers))
  }
  expect((await ask(service.baseUrl, {}))[0]).toBe(401)
  expect((await ask(service.baseUrl, bearer, '/mcp/more'))[0]).toBe(404)
  expect((await ask(site.baseUrl, bearer, '/mcp/more'))[0]).toBe(404)
})
