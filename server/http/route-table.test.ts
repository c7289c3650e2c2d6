import { expect, test } from 'vitest'
import { routes } from '@/lib/api/routes'
import { config as proxyConfig } from '@/proxy'
import { PAGE_PATHS } from './paths'
import { findRoute, methodsOf, pathOf } from './route-table'

const routeAt = (method: string, target: string) => findRoute(method, pathOf(target) ?? '/')

const EXPECTED: [request: string, handler: string, intake: string, load: string][] = [
  ['GET /v1/jobs/a', 'api', 'unread', 'counted'],
  ['GET /v1/jobs/a/events', 'api', 'unread', 'lasting'],
  ['GET /v1/jobs/a/events?format=srt', 'api', 'unread', 'lasting'],
  ['GET /v1/jobs/a/eventsx', 'api', 'unread', 'counted'],
  ['POST /v1/jobs/a/events', 'api', 'unread', 'counted'],
  ['POST /v1/transcript', 'api', 'json', 'counted'],
  ['POST /v1/nowhere', 'api', 'unread', 'counted'],
  ['POST /v1/uploads/sign', 'api', 'json', 'counted'],
  ['PUT /v1/uploads/a', 'api', 'file', 'lasting'],
  ['GET /v1/uploads/a', 'api', 'unread', 'lasting'],
  ['POST /v1/audio/transcriptions', 'api', 'file', 'lasting'],
  ['GET /v1/models/whisper-1', 'api', 'unread', 'counted'],
  ['PATCH /v1/uploads/a/resumable', 'api', 'file', 'lasting'],
  ['PUT /v1/uploads/a/b', 'api', 'unread', 'counted'],
  ['DELETE /v1/uploads/a', 'api', 'unread', 'counted'],
  ['POST /oauth/token', 'api', 'form', 'counted'],
  ['POST /oauth/revoke', 'api', 'form', 'counted'],
  ['POST /oauth/introspect', 'api', 'form', 'counted'],
  ['POST /oauth/register', 'api', 'json', 'counted'],
  ['POST /v1/device/code', 'api', 'form', 'counted'],
  ['POST /v1/webhooks/billing', 'api', 'event', 'counted'],
  ['POST /v1/webhooks/speech', 'api', 'json', 'counted'],
  ['GET /.well-known/oauth-authorization-server', 'api', 'unread', 'counted'],
  ['GET /openapi.json', 'api', 'unread', 'counted'],
  ['GET /health', 'api', 'unread', 'always'],
  ['GET /ready', 'api', 'unread', 'always'],
  ['GET /healthy', 'pages', 'none', 'counted'],
  ['GET /metrics', 'metrics', 'none', 'always'],
  ['GET /metricsx', 'pages', 'none', 'counted'],
  ['POST /mcp', 'connector', 'json', 'lasting'],
  ['GET /mcp', 'connector', 'none', 'lasting'],
  ['POST /mcpx', 'pages', 'none', 'counted'],
  ['POST /mcp/x', 'api', 'unread', 'counted'],
  ['POST /api/inngest', 'functions', 'call', 'always'],
  ['PUT /api/inngest?fnId=a', 'functions', 'call', 'always'],
  ['POST /api/inngestx', 'pages', 'none', 'counted'],
  ['GET /oauth/authorize?client_id=x', 'pages', 'none', 'counted'],
  ['POST /sign-in', 'pages', 'none', 'counted'],
  ['POST /sign-in/local', 'pages', 'none', 'counted'],
  ['POST /sign-out', 'pages', 'pageForm', 'counted'],
  ['POST /preferences/theme', 'pages', 'pageForm', 'counted'],
  ['POST /api/auth/callback/email', 'pages', 'pageForm', 'counted'],
  ['GET /v1x', 'pages', 'none', 'counted'],
  ['GET /', 'pages', 'none', 'counted'],
]

test.each(EXPECTED)('%s is answered by %s, its body is taken as %s, and it is %s', (request, handler, intake, load) => {
  const [method = '', target = ''] = request.split(' ')
  expect(routeAt(method, target)).toMatchObject({ handler, intake, load })
})

test('every operation of the API is found by its path, with the bounds of its body and its own method', () => {
  for (const { operation } of routes) {
    const method = operation.method.toUpperCase()
    const path = operation.path.replace(/\{[a-z_]+\}/g, '0199')
    const route = routeAt(method, path)
    const intake = operation.body ? (operation.bodyKind ?? 'json') : (operation.rawBody?.kind ?? 'unread')
    expect([operation.id, route.handler, route.intake]).toEqual([operation.id, 'api', intake])
    expect(methodsOf(route, path)).toContain(method)
  }
})

test('a transcription may be silent for as long as it takes, and its errors are those of OpenAI', () => {
  expect(routeAt('POST', '/v1/audio/transcriptions')).toMatchObject({ isSilent: true, errors: 'openai' })
  expect(routeAt('POST', '/v1/transcript')).toMatchObject({ isSilent: false, errors: undefined })
})

test('however a path is spelled, it has the route of the path that its handler sees', () => {
  const spellings = [
    '/v1/jobs/a/%65vents',
    '/v1/jobs/a/events/',
    '/v1/./jobs/a/events',
    '/x/../v1/jobs/a/events',
    '/v1/jobs/%61/events?x=/mcp',
    'http://verbatim.example/v1/jobs/a/events',
  ]
  for (const spelling of spellings) expect([spelling, routeAt('GET', spelling).load]).toEqual([spelling, 'lasting'])
  for (const other of ['//v1/jobs/a/events', '/v1/jobs/a%2Fevents', '/v1/jobs//events', '/V1/jobs/a/events']) {
    expect([other, routeAt('GET', other).load]).toEqual([other, 'counted'])
  }
  for (const nonsense of ['*', 'mcp', 'ftp://a/mcp', 'http://', '/%', '/%ff']) {
    expect([nonsense, routeAt('GET', nonsense).load]).toEqual([nonsense, 'counted'])
  }
})

test('Next gives a page’s policy and headers to the paths that are pages, and to no other', () => {
  const [matcher = ''] = proxyConfig.matcher
  const asPattern = (pattern: string) => new RegExp(`^${pattern}$`)
  for (const [request] of EXPECTED) {
    const [, target = ''] = request.split(' ')
    const path = pathOf(target) ?? '/'
    const { handler } = routeAt('GET', target)
    if (path.startsWith('/api/')) continue
    expect([path, asPattern(PAGE_PATHS).test(path)]).toEqual([path, handler === 'pages' || handler === 'metrics'])
    expect([path, asPattern(matcher).test(path)]).toEqual([path, handler === 'pages' || handler === 'metrics'])
  }
})
