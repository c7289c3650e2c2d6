import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { FORMS } from '@/lib/api/fields'
import { apiDocument } from '@/lib/api/openapi'
import { routes } from '@/lib/api/routes'
import { type Call, type OwnValues, toCall } from '@/lib/api/samples/call'
import { curlCall } from '@/lib/api/samples/curl-call'
import { pythonCall } from '@/lib/api/samples/python-call'
import { typescriptCall } from '@/lib/api/samples/typescript-call'
import { hasPythonRequests, runExample } from '@/test/docs/run-example'
import { useDocumentedService } from '@/test/docs/use-documented-service'
import { ended, newUser, upload } from '@/test/service'
import { silence } from '@/test/silence'
import { declarationOf } from './api-reference'

const { service, folder } = await useDocumentedService()
const { apiKey } = await newUser()
const canRunPython = await hasPythonRequests()
const document = apiDocument()

const REDIRECT = 'https://app.example/callback'

async function post<T>(path: string, body: unknown): Promise<T> {
  const answer = await service.call('POST', path, { key: apiKey, body })
  if (answer.status >= 300) throw new Error(`${path} was answered ${answer.status}: ${answer.text}`)
  return answer.body
}

const registerApp = (method = 'none') =>
  post<{ client_id: string; client_secret?: string }>('/oauth/register', {
    redirect_uris: [REDIRECT],
    token_endpoint_auth_method: method,
  })

/** A code for an app, as the challenge of the examples has it. */
async function authorizeApp(): Promise<{ client_id: string; code: string; redirect_uri: string }> {
  const { client_id } = await registerApp()
  const asked = { client_id, redirect_uri: REDIRECT, code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM' }
  const { code } = await post<{ code: string }>('/v1/oauth/authorize', asked)
  return { client_id, code, redirect_uri: REDIRECT }
}

async function connectApp(): Promise<OwnValues> {
  const { code, client_id, redirect_uri } = await authorizeApp()
  const form = { ...FORMS.issueToken, code, client_id, redirect_uri }
  const { refresh_token } = await post<{ refresh_token: string }>('/oauth/token', form)
  const listed = await service.call('GET', '/v1/me/connections', { key: apiKey })
  const [newest] = (listed.body as { connections: { id: string }[] }).connections
  return { client_id, token: refresh_token, connection_id: newest?.id }
}

async function signedTarget(): Promise<OwnValues> {
  const body = { filename: 'talk.mp4', content_type: 'video/mp4' }
  const { object_path, upload_url } = await post<Record<string, string>>('/v1/uploads/sign', body)
  return { upload_id: object_path?.split('/')[1], ...Object.fromEntries(new URL(upload_url ?? '').searchParams) }
}

/** A file that may come in several goes. */
async function begunFile(): Promise<OwnValues> {
  const file = { filename: 'talk.mp4', content_type: 'video/mp4', size_bytes: 4 }
  const { object_path, resumable_url } = await post<Record<string, string>>('/v1/uploads/sign', file)
  return { upload_id: object_path?.split('/')[1], ...Object.fromEntries(new URL(resumable_url ?? '').searchParams) }
}

async function finishedJob(): Promise<OwnValues> {
  const sound = await upload(service, apiKey, 'quiet.wav', new Uint8Array(silence(1)))
  const { job_id } = await post<{ job_id: string }>('/v1/transcript', { upload: sound })
  await ended(service, apiKey, job_id)
  return { job_id }
}

async function storedFile(): Promise<OwnValues> {
  const stored = await upload(service, apiKey, 'talk.mp4', await readFile('public/samples/captioned.mp4'))
  return { upload_id: stored.split('/')[1] }
}

const nothing = async (): Promise<OwnValues> => ({})

/** The objects that an operation needs to succeed. The values of the examples are put in place of the table's. */
const READY: Readonly<Record<string, () => Promise<OwnValues>>> = {
  createTranscript: nothing,
  listLanguages: nothing,
  getMe: nothing,
  listJobs: nothing,
  listUploads: nothing,
  createTranscription: nothing,
  listModels: nothing,
  getModel: nothing,
  getJob: finishedJob,
  watchJob: finishedJob,
  readJobSegments: finishedJob,
  cancelJob: finishedJob,
  signUpload: nothing,
  receiveUpload: signedTarget,
  readUpload: storedFile,
  readUploadProgress: begunFile,
  removeUpload: storedFile,
  exportAccount: nothing,
  listWebhooks: nothing,
  getApiKey: nothing,
  ensureApiKey: nothing,
  regenerateApiKey: nothing,
  getAuthorizationServer: nothing,
  getProtectedResource: nothing,
  getProtectedConnector: nothing,
  registerClient: nothing,
  authorizeGrant: async () => ({ ...(await registerApp()), redirect_uri: REDIRECT }),
  issueToken: authorizeApp,
  revokeToken: connectApp,
  introspectToken: async () => ({ ...(await registerApp('client_secret_post')), token: 'vba_unknown' }),
  listConnections: nothing,
  disconnect: connectApp,
  requestDeviceCode: nothing,
  pollDeviceToken: () => post('/v1/device/code', undefined),
  approveDevice: () => post('/v1/device/code', undefined),
  getHealth: nothing,
  getReadiness: nothing,
}

const WRITERS = { sh: curlCall, ts: typescriptCall, python: pythonCall }

const shapes = new Set<string>()

/** An example follows from the parts that a call has: the first call with the same parts is tried in every language, others by curl. */
function languagesOf({ method, key, query, headers, body, answer }: Call): (keyof typeof WRITERS)[] {
  const shape = [method, key, query !== undefined, headers !== undefined, body?.kind, answer].join(' ')
  if (shapes.has(shape)) return ['sh']
  shapes.add(shape)
  return ['sh', 'ts', 'python']
}

for (const operation of document.operations) {
  const { operationId } = operation
  const ready = READY[operationId]
  const { access } = declarationOf(operationId)
  const key = operationId === 'regenerateApiKey' ? (await newUser()).apiKey : apiKey

  if (!ready) {
    test(`${operationId} is called in its own shape`, async () => {
      const { apiKey: key, email } = await newUser()
      // Elsewhere `email` is a choice.
      const own = operationId === 'deleteAccount' ? { email } : {}
      const call = toCall(operation, document, { access, own })
      const body = call.body?.kind === 'json' ? { body: call.body.value } : {}
      const address = call.query ? `${call.url}?${new URLSearchParams(call.query)}` : call.url
      const answer = await service.call(call.method, address, { key, headers: { ...call.headers }, ...body })
      expect([405, 422]).not.toContain(answer.status)
    })
    continue
  }

  const variables = { VERBATIM_API_KEY: key }
  for (const language of languagesOf(toCall(operation, document, { access, own: {} }))) {
    const isMissing = language === 'python' && !canRunPython
    const outcome = isMissing ? 'is not tried: there is no Python with requests' : 'works'
    test.skipIf(isMissing)(`${operationId} in ${language} ${outcome}`, async () => {
      const call = toCall(operation, document, { access, own: await ready() })
      const { code, output } = await runExample(language, WRITERS[language](call), { folder, variables })
      expect([code, output]).toEqual([0, expect.any(String)])
      // The key that it was called with works no more.
      if (operationId === 'regenerateApiKey') variables.VERBATIM_API_KEY = /vbt_\w{38}/.exec(output)?.[0] ?? ''
    })
  }
}

test('every operation that is served is described', () => {
  const described = document.operations.map(({ operationId }) => operationId)
  expect(described.sort()).toEqual(routes.map(({ operation }) => operation.id).sort())
})

test('an example that is refused is found out', async () => {
  const [operation] = document.operations.filter(({ operationId }) => operationId === 'getApiKey')
  if (!operation) throw new Error('there is no getApiKey')
  const call = toCall(operation, document, { access: 'account' })
  const variables = { VERBATIM_API_KEY: 'vbt_wrong' }
  for (const [language, write] of Object.entries(WRITERS)) {
    if (language === 'python' && !canRunPython) continue
    expect((await runExample(language, write(call), { folder, variables })).code).toBeGreaterThan(0)
  }
})
