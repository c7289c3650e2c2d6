import { createMcpHandler } from '@modelcontextprotocol/server'
import { expect, test } from 'vitest'
import { env } from '@/lib/core/env'
import type { Scope } from '@/lib/core/operations/operation'
import { newUser, useService } from '@/test/service'
import { callerOf, toAuthInfo } from './caller'
import { makeServer } from './make-server'

await useService()
const { userId } = await newUser()
const { fetch: serve } = createMcpHandler(({ authInfo }) => makeServer(callerOf(authInfo)))

/** The answer to a connector with these scopes. */
function ask(scopes: readonly Scope[], method: string, params: Record<string, unknown> = {}): Promise<Response> {
  const actor = { kind: 'connector' as const, userId, tier: 'pro', scopes }
  const request = new Request(`${env().baseUrl}/mcp`, {
    method: 'POST',
    headers: { accept: 'application/json, text/event-stream', 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return serve(request, { authInfo: toAuthInfo({ actor, requestId: 'r', client: 'c', structured: false }) })
}

const callOf = (name: string) => ({
  name,
  arguments: { url: 'http://127.0.0.1/', job_id: 'x', batch_id: 'x', links: ['x'] },
})

test('a connector that lacks a scope gets a challenge with all scopes that it needs', async () => {
  for (const [scopes, name, scope] of [
    [['transcripts:read'], 'get_transcript', 'transcripts:read transcripts:write'],
    [['publish', 'transcripts:write'], 'get_job', 'publish transcripts:write transcripts:read'],
    [[], 'list_languages', 'transcripts:read'],
    [[], 'resolve_podcast', 'transcripts:read'],
    [['transcripts:write'], 'import_podcast', 'transcripts:write imports'],
    [[], 'get_import', 'imports'],
    [['transcripts:write'], 'transcribe_many', 'transcripts:write imports'],
    [[], 'get_batch', 'imports'],
    [['transcripts:read'], 'watch_source', 'transcripts:read imports'],
    [[], 'list_watches', 'imports'],
  ] as const) {
    const answer = await ask(scopes, 'tools/call', callOf(name))
    const challenge = answer.headers.get('www-authenticate') ?? ''
    expect([name, answer.status]).toEqual([name, 403])
    expect(challenge).toContain('error="insufficient_scope"')
    expect(challenge).toContain(`scope="${scope}"`)
    expect(challenge).toContain(`resource_metadata="${env().baseUrl}/.well-known/oauth-protected-resource/mcp"`)
  }
  const resource = await ask(['transcripts:write'], 'resources/read', { uri: 'transcript://x' })
  expect(resource.headers.get('www-authenticate')).toContain('scope="transcripts:write transcripts:read"')
})

test('one that has it is served, and any may see what there is', async () => {
  for (const [scope, name, args] of [
    ['transcripts:write', 'get_transcript', { url: 'http://127.0.0.1/' }],
    ['transcripts:read', 'get_job', { job_id: 'x' }],
  ] as const) {
    const answer = await ask([scope], 'tools/call', { name, arguments: args })
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('code: ')])
  }
  expect((await ask([], 'tools/list')).status).toBe(200)
})
