import type http from 'node:http'
import { TrieRouter } from 'hono/router/trie-router'
import { routesToMatch } from '@/lib/api/routes'
import type { BodyKind } from '@/lib/core/http/body-rules'
import { honoPath, type Operation } from '@/lib/core/operations/operation'
import { FUNCTIONS_PATH } from '@/lib/durable/relay/register-functions'
import { API_PATHS, CONNECTOR_PATH } from './paths'

/** The handler of a request: the API's Hono app, the connector, the durable functions, the metrics, or Next. */
export type HandlerName = 'api' | 'connector' | 'functions' | 'metrics' | 'pages'

/**
 * How the body of a request is taken: read whole before anything else by the rule of its kind, streamed to the handler
 * as a `file`, refused (`none`), or left unread because the handler will refuse the request anyway (`unread`).
 */
export type Intake = BodyKind | 'file' | 'none' | 'unread'

/**
 * How a request counts: it takes a slot (`counted`), it lasts and costs next to nothing meanwhile
 * (`lasting`), or it is served however busy the service is (`always`).
 */
export type Load = 'counted' | 'lasting' | 'always'

export type FrontRoute = {
  handler: HandlerName
  intake: Intake
  load: Load
  /** The methods that are passed to the handler. The API and the connector refuse some of them in their own words. */
  methods: readonly string[]
  /** The `Retry-After` of a response while the service starts, stops or is full. */
  retryAfterSeconds: number
  /** The answer may take hours, in which nothing is said on the connection. */
  isSilent: boolean
  /** The shape of its errors, as its operation declares it. */
  errors?: Operation['errors']
}

/** All methods that anything here takes. Others (TRACE, those of WebDAV) are refused with 405. */
export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

const READS = ['GET', 'HEAD', 'OPTIONS']
const RETRY_AFTER_SECONDS = 2
/** An Inngest server asks again after this time, and gives a run up after a few times. */
const FUNCTIONS_RETRY_AFTER_SECONDS = 120

const ORDINARY = { intake: 'none', load: 'counted', retryAfterSeconds: RETRY_AFTER_SECONDS, isSilent: false } as const

type Row = { path: RegExp; route: (method: string, path: string) => FrontRoute }

const always = (route: FrontRoute) => () => route
const withBody = (kind: BodyKind, method: string): Intake =>
  method === 'POST' || method === 'PUT' || method === 'PATCH' ? kind : 'none'

/**
 * Which handler serves a path, how its body is received, and how the request counts. The first row whose pattern
 * matches the whole path decides.
 */
const TABLE: readonly Row[] = [
  { path: /^\/metrics$/, route: always({ ...ORDINARY, handler: 'metrics', methods: ['GET', 'HEAD'], load: 'always' }) },
  {
    path: new RegExp(`^${FUNCTIONS_PATH}$`),
    route: (method) => ({
      handler: 'functions',
      intake: withBody('call', method),
      load: 'always',
      methods: ['GET', 'POST', 'PUT'],
      retryAfterSeconds: FUNCTIONS_RETRY_AFTER_SECONDS,
      isSilent: true,
    }),
  },
  {
    path: new RegExp(`^${CONNECTOR_PATH}$`),
    route: (method) => ({
      ...ORDINARY,
      handler: 'connector',
      intake: withBody('json', method),
      load: 'lasting',
      methods: ['POST', 'OPTIONS'],
    }),
  },
  { path: /^\/(?:health|ready)$/, route: (method, path) => ({ ...routeOfApi(method, path), load: 'always' }) },
  { path: new RegExp(`^/(?:${API_PATHS})$`), route: routeOfApi },
  {
    path: /^\/(?:sign-out|preferences\/theme)$/,
    route: always({ ...ORDINARY, handler: 'pages', intake: 'pageForm', methods: ['POST', 'OPTIONS'] }),
  },
  { path: /^\/sign-in\/local$/, route: always({ ...ORDINARY, handler: 'pages', methods: ['GET', 'POST'] }) },
  {
    path: /^\/api\/auth\/.*$/,
    route: (method) => ({
      ...ORDINARY,
      handler: 'pages',
      intake: withBody('pageForm', method),
      methods: ['GET', 'HEAD', 'POST', 'OPTIONS'],
    }),
  },
  { path: /^.*$/s, route: always({ ...ORDINARY, handler: 'pages', methods: READS }) },
]

/** The operations of the API by method and path. */
function indexOperations(): TrieRouter<Operation> {
  const index = new TrieRouter<Operation>()
  for (const { operation } of routesToMatch)
    index.add(operation.method.toUpperCase(), honoPath(operation.path), operation)
  return index
}

let operations: TrieRouter<Operation> | undefined

function findOperation(method: string, path: string): Operation | null {
  operations ??= indexOperations()
  return operations.match(method === 'HEAD' ? 'GET' : method, path)[0][0]?.[0] ?? null
}

function intakeOf(operation: Operation | null): Intake {
  if (!operation) return 'unread'
  if (operation.body) return operation.bodyKind ?? 'json'
  // A handler that needs no body ignores it.
  return operation.rawBody?.kind ?? 'unread'
}

function routeTo(operation: Operation | null): FrontRoute {
  return {
    ...ORDINARY,
    handler: 'api',
    intake: intakeOf(operation),
    isSilent: operation?.isSilent ?? false,
    errors: operation?.errors,
    load: operation?.isLongLasting ? 'lasting' : 'counted',
    methods: METHODS,
  }
}

function routeOfApi(method: string, path: string): FrontRoute {
  return routeTo(findOperation(method, path))
}

const PLAIN_PATH = /^(?:\/\.?[\w-]+(?:\.[\w-]+)*)+$/

/**
 * The path of a request as its handler will see it: without query and origin, dots resolved, percent-decoded, and
 * without a slash at its end. Null for an invalid one.
 */
export function pathOf(target: string): string | null {
  const [asked = ''] = target.split('?', 1)
  if (asked === '/' || PLAIN_PATH.test(asked)) return asked
  const address = asked.startsWith('/') ? `http://localhost${asked}` : asked
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return null
  return decodePath(new URL(address).pathname).replace(/(?<=.)\/$/, '')
}

function decodePath(path: string): string {
  if (!path.includes('%')) return path
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

/** The route of a method and a path of `pathOf`. */
export function findRoute(method: string, path: string): FrontRoute {
  const row = TABLE.find((one) => one.path.test(path))
  if (!row) throw new Error('the last row of the table takes every path')
  return row.route(method, path)
}

/** The methods that a path of `pathOf` takes, for who used another one. */
export function methodsOf({ handler, methods }: FrontRoute, path: string): readonly string[] {
  return handler === 'api' ? methods.filter((one) => one === 'OPTIONS' || findOperation(one, path) !== null) : methods
}

const ROUTE = Symbol('route')

/** The route of a request, looked up once. */
export function routeOf(request: http.IncomingMessage & { [ROUTE]?: FrontRoute }): FrontRoute {
  request[ROUTE] ??= findRoute(request.method ?? 'GET', pathOf(request.url ?? '/') ?? '/')
  return request[ROUTE]
}
