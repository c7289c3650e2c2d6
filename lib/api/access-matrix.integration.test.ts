import { createHash } from 'node:crypto'
import Stripe from 'stripe'
import { afterAll, describe, expect, test } from 'vitest'
import type { NewUser } from '@/lib/accounts/create-user'
import { ACCOUNT_SCOPE, LIMITED_SCOPES } from '@/lib/accounts/scopes'
import { removeSession } from '@/lib/accounts/sessions/end-session'
import { signInAs } from '@/lib/accounts/sessions/testing/sign-in-as'
import { sandboxWebhookSecret } from '@/lib/billing/sandbox/sandbox-key'
import { db } from '@/lib/core/db/db'
import { env, setEnv } from '@/lib/core/env'
import { newId } from '@/lib/core/ids'
import type { Access, Operation } from '@/lib/core/operations/operation'
import { problemSchema } from '@/lib/core/problem/problem-schema'
import { openAiErrorSchema } from '@/lib/core/problem/to-openai-error'
import { newToken } from '@/lib/core/secrets/tokens'
import { makeConnection } from '@/lib/oauth/connections/make-connection'
import { publishLibraryItem } from '@/lib/publishing/publish-library-item'
import { listKeptAnswers, writeKeptAnswer } from '@/lib/sources/answers/answer-ring'
import { WEBHOOK_HEADER, webhookSecret } from '@/lib/speech/assemblyai/parse-webhook'
import { startOrigin } from '@/test/origin/start-origin'
import { trustOrigin } from '@/test/origin/trust-origin'
import { isDeepRun } from '@/test/property-runs'
import { type Call, newUser, upload, useService } from '@/test/service'
import { storeTestTranscript } from '@/test/store-transcript'
import { TUS } from '@/test/tus-headers'
import { api } from './app'
import { openApiDocument } from './openapi'
import { routes } from './routes'

const OPML = '<opml><body><outline xmlUrl="https://show.example/feed"/></body></opml>'
const CAPTIONS = 'WEBVTT\n\n00:00:00.000 --> 00:00:02.000\nHello there, all of you.\n'
const FEED = '<rss version="2.0"><channel><title>Show</title></channel></rss>'
const origin = await startOrigin([
  ({ host }) => (host === 'show.example' ? { body: FEED } : undefined),
  () => ({ headers: { 'content-type': 'text/vtt' }, body: CAPTIONS }),
])
const service = await useService()
trustOrigin(origin)
afterAll(() => origin.close())

/** Rights that an operation can ask for. */
const DECLARABLE: readonly Access[] = [
  'public',
  'account',
  'operator',
  'transcripts:read',
  'transcripts:write',
  'publish',
  'imports',
  'account:read',
  'billing',
]
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
/** The routes besides the operations: the app's own description. */
const NO_OPERATIONS = ['/openapi.json']

/** A valid request of one user: `names` marks a resource that only its owner may see. */
type Sample = { params?: Record<string, string>; query?: Record<string, string>; call?: Call; names?: 'their own' }

async function storedUpload({ apiKey }: NewUser): Promise<string> {
  return upload(service, apiKey, 'talk.vtt', Buffer.from(CAPTIONS))
}

async function endedJob({ userId }: NewUser): Promise<Sample> {
  const url = `https://media.example/${newId()}`
  const media = await db().media.create({ data: { id: newId(), platform: 'podcast', videoId: url, url } })
  const job = await db().job.create({
    data: { id: newId(), mediaId: media.id, requestedLang: 'en', status: 'error', finishedAt: new Date() },
  })
  await db().jobCaller.create({ data: { jobId: job.id, userId, libraryItemId: newId() } })
  return { params: { job_id: job.id }, names: 'their own' }
}

async function ownTranscript({ userId }: NewUser): Promise<Sample> {
  const { libraryItemId } = await storeTestTranscript(userId, { videoId: newId() })
  return { params: { id: libraryItemId }, names: 'their own' }
}

async function ownSlug(owner: NewUser): Promise<string> {
  const { libraryItemId } = await storeTestTranscript(owner.userId, { videoId: newId() })
  return (await publishLibraryItem({ kind: 'api_key', userId: owner.userId, tier: 'pro' }, libraryItemId)).slug
}

async function endedImport({ userId }: NewUser): Promise<Sample> {
  const data = {
    id: newId(),
    userId,
    sourceUrl: 'https://show.example/feed',
    status: 'done' as const,
    finishedAt: new Date(),
  }
  const batch = await db().importBatch.create({ data })
  return { params: { batch_id: batch.id }, names: 'their own' }
}

async function endedBatch({ userId }: NewUser): Promise<Sample> {
  const data = { id: newId(), userId, kind: 'batch' as const, status: 'done' as const, finishedAt: new Date() }
  const batch = await db().importBatch.create({ data })
  return { params: { batch_id: batch.id }, names: 'their own' }
}

async function ownWatch({ apiKey }: NewUser): Promise<Sample> {
  const body = { url: `https://show.example/feed?watched=${newId()}` }
  const made = await service.call('POST', '/v1/watches', { key: apiKey, body })
  const { id, feed_url } = made.body as { id: string; feed_url: string }
  // Its first check is not waited for.
  await db().watch.updateMany({ where: { id }, data: { lastCheckedAt: null } })
  return { params: { watch_id: id, token: feed_url.split('/').at(-1) ?? '' }, names: 'their own' }
}

async function signedTarget({ apiKey }: NewUser): Promise<Sample> {
  const body = { filename: 'a.vtt', content_type: 'text/vtt' }
  const signed = await service.call('POST', '/v1/uploads/sign', { key: apiKey, body })
  const { pathname, searchParams } = new URL((signed.body as { upload_url: string }).upload_url)
  const params = { upload_id: pathname.split('/').at(-1) ?? '' }
  return { params, query: Object.fromEntries(searchParams), call: { raw: CAPTIONS } }
}

async function resumableTarget({ apiKey }: NewUser): Promise<Sample> {
  const body = { filename: 'a.vtt', content_type: 'text/vtt', size_bytes: CAPTIONS.length }
  const signed = await service.call('POST', '/v1/uploads/sign', { key: apiKey, body })
  const { pathname, searchParams } = new URL((signed.body as { resumable_url: string }).resumable_url)
  return { params: { upload_id: pathname.split('/').at(-2) ?? '' }, query: Object.fromEntries(searchParams) }
}

/** An endpoint of theirs on this machine, with a message that was sent there. */
async function ownWebhook({ apiKey }: NewUser): Promise<Sample> {
  const body = { url: `${origin.url}/hook` }
  const { id } = (await service.call('POST', '/v1/me/webhooks', { key: apiKey, body })).body as { id: string }
  const sent = await service.call('POST', `/v1/me/webhooks/${id}/test`, { key: apiKey })
  return {
    params: { webhook_id: id, delivery_id: (sent.body as { id: string }).id },
    names: 'their own',
  }
}

/** An answer of a platform that was not understood. */
async function keptAnswer(): Promise<string> {
  const nothing = { reason: null, host: null, path: null, status: null, content_type: null, body_bytes: 0, body: '' }
  const asked = { kept_at: new Date().toISOString(), version: '1.0.0', platform: 'x', extractor: 'yt-dlp' }
  await writeKeptAnswer({ ...asked, ...nothing })
  return (await listKeptAnswers())[0]?.name ?? ''
}

const APP = { redirect_uris: ['https://app.example/back'], client_name: 'An app' }

function form(fields: Record<string, string>): Sample {
  return { call: { raw: new URLSearchParams(fields).toString(), headers: FORM } }
}

/** An app that a user has connected. */
function connect({ userId }: NewUser, scope: string) {
  const allowed = { userId, kind: 'app' as const, name: 'An app', scope, resource: null }
  return db().$transaction((tx) => makeConnection(tx, null, allowed))
}

/** An input of each operation that takes one. */
const SAMPLES: Record<string, (owner: NewUser) => Promise<Sample>> = {
  createTranscript: async (owner) => ({ call: { body: { upload: await storedUpload(owner) } }, names: 'their own' }),
  listLanguages: async () => ({ query: { url: 'https://media.example/talk.vtt' } }),
  listJobs: async () => ({ query: { limit: '1' } }),
  listUploads: async () => ({ query: { limit: '1' } }),
  updateWebhook: async (owner) => ({ ...(await ownWebhook(owner)), call: { body: { events: ['job.done'] } } }),
  getJob: endedJob,
  watchJob: endedJob,
  readJobSegments: endedJob,
  cancelJob: endedJob,
  listTranscriptions: async () => ({ query: { limit: '1' } }),
  readTranscription: ownTranscript,
  checkTranscription: ownTranscript,
  updateTranscription: async (owner) => ({ ...(await ownTranscript(owner)), call: { body: { title: 'Mine' } } }),
  editSegments: async (owner) => ({
    ...(await ownTranscript(owner)),
    call: { body: { edits: [{ index: 0, segments: [{ text: 'Corrected.' }] }] }, headers: { 'if-match': '*' } },
  }),
  editSpeakers: async (owner) => ({
    ...(await ownTranscript(owner)),
    call: { body: { speakers: [{ id: 'S1', name: 'Ann' }] } },
  }),
  replaceWords: async (owner) => ({
    ...(await ownTranscript(owner)),
    call: { body: { find: 'Hello', replace: 'Welcome' } },
  }),
  listRevisions: ownTranscript,
  setVocabulary: async () => ({ call: { body: { spellings: [{ to: 'marmot', from: 'marmit' }] } } }),
  listSuggestions: ownTranscript,
  restoreRevision: async (owner) => {
    const { params, names } = await ownTranscript(owner)
    return { params: { ...params, number: '0' }, names: names ?? 'their own' }
  },
  removeTranscription: ownTranscript,
  restoreTranscription: async (owner) => {
    const sample = await ownTranscript(owner)
    await service.call('DELETE', `/v1/me/transcriptions/${sample.params?.id}`, { key: owner.apiKey })
    return sample
  },
  readUsageHistory: async () => ({ query: { from: '2026-11-01', to: '2026-11-22' } }),
  listTrash: async () => ({ query: { limit: '1' } }),
  changeTranscriptions: async (owner) => {
    const { params } = await ownTranscript(owner)
    return { call: { body: { action: 'add_tags', ids: [params?.id], tags: ['Work'] } } }
  },
  publishLink: async (owner) => {
    const upload = await storedUpload(owner)
    await service.call('POST', '/v1/transcript', { key: owner.apiKey, body: { upload } })
    const [, id] = upload.split('/')
    return { call: { body: { url: `${env().baseUrl}/v1/uploads/${id}` } }, names: 'their own' }
  },
  publishTranscription: ownTranscript,
  unpublish: async (owner) => ({ params: { slug: await ownSlug(owner) }, names: 'their own' }),
  updatePublication: async (owner) => ({
    params: { slug: await ownSlug(owner) },
    call: { body: { unlisted: true } },
    names: 'their own',
  }),
  listPublications: async () => ({ query: { limit: '1' } }),
  feedWithTranscripts: async () => ({ query: { url: 'https://show.example/feed.xml' } }),
  readPublicIndex: async () => ({ query: { limit: '1' } }),
  readPublicTranscript: async (owner) => ({ params: { slug: await ownSlug(owner) } }),
  signUpload: async () => ({ call: { body: { filename: 'a.vtt', content_type: 'text/vtt' } } }),
  receiveUpload: signedTarget,
  readUploadProgress: resumableTarget,
  appendUpload: async (owner) => ({
    ...(await resumableTarget(owner)),
    call: { raw: CAPTIONS, headers: { 'upload-offset': '0', ...TUS } },
  }),
  removeUpload: async (owner) => ({
    params: { upload_id: (await storedUpload(owner)).split('/')[1] ?? '' },
    names: 'their own',
  }),
  readUpload: async (owner) => ({
    params: { upload_id: (await storedUpload(owner)).split('/')[1] ?? '' },
    names: 'their own',
  }),
  createTranscription: async () => {
    const raw = new FormData()
    raw.set('model', 'whisper-1')
    raw.set('file', new File([CAPTIONS], 'talk.vtt', { type: 'text/vtt' }))
    return { call: { raw } }
  },
  getModel: async () => ({ params: { model: 'whisper-1' } }),
  resolvePodcast: async () => ({ call: { body: { url: 'https://show.example/feed' } } }),
  resolveLink: async () => ({ call: { body: { url: 'https://show.example/feed' } } }),
  startImport: async () => ({ call: { body: { url: 'https://show.example/feed' } } }),
  previewImport: async () => ({ call: { body: { url: 'https://show.example/feed' } } }),
  importSubscriptions: async () => ({ call: { body: { opml: OPML } } }),
  getImport: endedImport,
  listImportItems: endedImport,
  cancelImport: endedImport,
  listBatches: async () => ({}),
  startBatch: async () => ({ call: { body: { items: [{ url: 'https://media.example/talk.vtt' }] } } }),
  getBatch: endedBatch,
  listBatchItems: endedBatch,
  zipBatch: endedBatch,
  listBatchResults: endedBatch,
  cancelBatch: endedBatch,
  createWatch: async () => ({ call: { body: { url: 'https://show.example/feed' } } }),
  listWatches: async () => ({ query: { limit: '1' } }),
  getWatch: ownWatch,
  updateWatch: async (owner) => ({ ...(await ownWatch(owner)), call: { body: { every: '1d' } } }),
  removeWatch: ownWatch,
  checkWatch: async (owner) => {
    const sample = await ownWatch(owner)
    const { watch_id: id = '' } = sample.params ?? {}
    await expect.poll(() => db().watch.count({ where: { id, leaseUntil: null, claims: { gt: 0 } } })).toBe(1)
    await db().watch.updateMany({ where: { id }, data: { lastCheckedAt: null } })
    return sample
  },
  renewWatchFeed: ownWatch,
  listWatchItems: ownWatch,
  confirmWatchHub: async (owner) => {
    const { params = {} } = await ownWatch(owner)
    const topic = 'https://show.example/feed.xml'
    await db().watch.updateMany({
      where: { id: params.watch_id ?? '' },
      data: { hubTopic: topic, hubAskedAt: new Date() },
    })
    return { params, query: { 'hub.mode': 'subscribe', 'hub.topic': topic, 'hub.challenge': 'a' } }
  },
  pingWatch: async (owner) => {
    const { params = {} } = await ownWatch(owner)
    return { params }
  },
  watchFeed: async (owner) => {
    const { params = {} } = await ownWatch(owner)
    return { params }
  },
  registerClient: async () => ({ call: { body: APP } }),
  authorizeGrant: async () => {
    const { body } = await service.call('POST', '/oauth/register', { body: APP })
    const { client_id } = body as { client_id: string }
    const code_challenge = createHash('sha256').update('a verifier').digest('base64url')
    return { call: { body: { client_id, redirect_uri: APP.redirect_uris[0], code_challenge } } }
  },
  issueToken: async () => form({ grant_type: 'refresh_token', refresh_token: 'none', client_id: 'none' }),
  revokeToken: async () => {
    const { body } = await service.call('POST', '/oauth/register', { body: APP })
    return form({ token: 'none', client_id: (body as { client_id: string }).client_id })
  },
  introspectToken: async () => form({ token: 'none', client_id: 'none' }),
  disconnect: async (owner) => ({
    params: { connection_id: (await connect(owner, 'transcripts:read')).grantId },
    names: 'their own',
  }),
  endSession: async ({ userId }) => ({
    params: { session_id: (await signInAs(userId)).sid },
    names: 'their own',
  }),
  requestDeviceCode: async () => ({}),
  pollDeviceToken: async () => ({ call: { body: { device_code: 'none' } } }),
  approveDevice: async () => {
    const { body } = await service.call('POST', '/v1/device/code')
    return { call: { body: { user_code: (body as { user_code: string }).user_code } } }
  },
  deleteAccount: async () => ({ call: { body: { email: 'not-theirs@verbatim.test' } } }),
  createCheckout: async () => ({ call: { body: { tier: 'pro' } } }),
  changeTier: async () => ({ call: { body: { tier: 'pro' } } }),
  settleSandboxCheckout: async (owner) => {
    const { body } = await service.call('POST', '/v1/checkout', { key: owner.apiKey, body: { tier: 'pro' } })
    const session_id = (body as { url: string }).url.split('/').at(-1) ?? ''
    return { params: { session_id }, call: { body: { step: 'pay' } } }
  },
  setGrantAsideInSandbox: async ({ userId }) => {
    // Only the account of this machine can; there is one of them.
    await db().user.updateMany({ where: { isLocal: true }, data: { isLocal: null } })
    await db().user.update({ where: { id: userId }, data: { isLocal: true } })
    return {}
  },
  actInSandbox: async () => ({ call: { body: { action: 'advance' } } }),
  billingWebhook: async () => {
    const raw = JSON.stringify({ id: 'evt_1', object: 'event', type: 'ping', data: { object: { object: 'ping' } } })
    const signature = Stripe.webhooks.generateTestHeaderString({ payload: raw, secret: sandboxWebhookSecret() })
    return { call: { raw, headers: { 'stripe-signature': signature } } }
  },
  updateNoticeSettings: async () => ({ call: { body: { email_when_done: false } } }),
  setEndNotice: async (owner) => {
    const { params } = await endedJob(owner)
    return { params: { id: params?.job_id ?? '' }, call: { body: { email: false } }, names: 'their own' }
  },
  regenerateApiKey: async () => ({ query: { delete_named_keys: 'false' } }),
  createApiKey: async () => ({ call: { body: { name: 'A program' } } }),
  deleteApiKey: async ({ apiKey: key }) => {
    const created = await service.call('POST', '/v1/me/api-keys', { key, body: { name: 'To be deleted' } })
    return { params: { key_id: (created.body as { id: string }).id }, names: 'their own' }
  },
  listApiKeyUses: async () => ({}),
  addWebhook: async () => ({ call: { body: { url: `${origin.url}/hook` } } }),
  removeWebhook: ownWebhook,
  enableWebhook: ownWebhook,
  rotateWebhookSecret: ownWebhook,
  testWebhook: ownWebhook,
  listWebhookDeliveries: ownWebhook,
  redeliverWebhook: ownWebhook,
  actOnSpeechModel: async () => ({ call: { body: { name: 'parakeet-v3', action: 'pause' } } }),
  watchSpeechModel: async () => ({ params: { name: 'parakeet-v3' } }),
  checkPlatforms: async () => ({ call: { body: { probes: [] } } }),
  readKeptAnswer: async () => ({ params: { name: await keptAnswer() } }),
  removeSpeechModel: async () => ({ params: { name: 'parakeet-v3' } }),
  transcribeAgain: async ({ userId }) => {
    const { libraryItemId, transcriptId } = await storeTestTranscript(userId, { videoId: newId() })
    const drafted = { source: 'speech_to_text' as const, engineName: 'pocketsphinx', engineModel: 'en-us' }
    await db().transcript.update({ where: { id: transcriptId }, data: drafted })
    // A better engine: its server is never asked, since the recording can't be fetched.
    setEnv({ SPEECH_ENGINE: 'openai', SPEECH_API_URL: `${origin.url}/v1` })
    return { params: { id: libraryItemId }, query: { lang: 'de' }, names: 'their own' }
  },
  speechWebhook: async () => ({
    call: {
      body: { transcript_id: newId(), status: 'completed' },
      headers: { [WEBHOOK_HEADER]: webhookSecret() ?? '' },
    },
  }),
}

/** The refusals that another credential avoids. */
const CHALLENGED = ['missing_credentials', 'invalid_credentials', 'insufficient_scope']

type Expected = 'success' | { status: number; code: string }
type Kind = 'public' | 'scope' | 'account' | 'operator'

const MISSING = { status: 401, code: 'missing_credentials' }
const INVALID = { status: 401, code: 'invalid_credentials' }
const NO_OPERATOR = { status: 403, code: 'operator_required' }
const NO_SCOPE = { status: 403, code: 'insufficient_scope' }
const NOT_THEIRS = { status: 404, code: 'not_found' }

/** The callers, and the answer of each kind of operation to them. `others` is the answer about another user's object. */
type Caller = {
  name: string
  headers: (owner: NewUser, operation: Operation) => Promise<Record<string, string>>
  answers: Record<Kind, Expected>
  others?: Expected
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
const refusedUnlessPublic = (refusal: Expected) => ({
  public: 'success' as const,
  scope: refusal,
  account: refusal,
  operator: refusal,
})
const token = async (owner: NewUser, scope: string) => bearer((await connect(owner, scope)).token.access_token)
const FROM_OUR_PAGE = { 'sec-fetch-site': 'same-origin' }
const cookieOf = async ({ userId }: NewUser) => ({ cookie: (await signInAs(userId)).cookie })
const EVERYTHING = { public: 'success', scope: 'success', account: 'success', operator: 'success' } as const
/** The session of a user who is not an operator. */
const AS_USER = { ...EVERYTHING, operator: NO_OPERATOR } as const

const CALLERS: Caller[] = [
  { name: 'nobody', headers: async () => ({}), answers: refusedUnlessPublic(MISSING) },
  {
    name: 'a cut key',
    headers: async ({ apiKey }) => bearer(apiKey.slice(0, -1)),
    answers: refusedUnlessPublic(INVALID),
  },
  {
    name: 'another scheme',
    headers: async () => ({ authorization: 'Digest username="a"' }),
    answers: refusedUnlessPublic(INVALID),
  },
  { name: 'an unknown key', headers: async () => bearer(newToken('vbt_')), answers: refusedUnlessPublic(INVALID) },
  {
    name: 'a revoked key',
    headers: async (owner) => {
      const { body } = await service.call('POST', '/v1/me/api-keys', { key: owner.apiKey, body: { name: 'Lost' } })
      const { id, key } = body as { id: string; key: string }
      await service.call('DELETE', `/v1/me/api-keys/${id}`, { key: owner.apiKey })
      return bearer(key)
    },
    answers: refusedUnlessPublic(INVALID),
  },
  {
    name: 'the key of somebody else',
    headers: async () => bearer((await newUser()).apiKey),
    answers: AS_USER,
    others: NOT_THEIRS,
  },
  {
    name: 'an app with the right to it',
    headers: (owner, { access }) =>
      token(owner, access === 'account' || access === 'operator' ? LIMITED_SCOPES.join(' ') : access),
    answers: { ...EVERYTHING, account: NO_SCOPE, operator: NO_SCOPE },
  },
  {
    name: 'an app with every right but that one',
    headers: (owner, { access }) => token(owner, LIMITED_SCOPES.filter((scope) => scope !== access).join(' ')),
    answers: refusedUnlessPublic(NO_SCOPE),
  },
  {
    name: 'the app of somebody else',
    headers: async () => token(await newUser(), LIMITED_SCOPES.join(' ')),
    answers: { ...EVERYTHING, account: NO_SCOPE, operator: NO_SCOPE },
    others: NOT_THEIRS,
  },
  {
    name: 'an app whose token has run out',
    headers: async (owner) => {
      const { grantId, token } = await connect(owner, LIMITED_SCOPES.join(' '))
      await db().oauthAccessToken.updateMany({ where: { grantId }, data: { expiresAt: new Date(0) } })
      return bearer(token.access_token)
    },
    answers: refusedUnlessPublic(INVALID),
  },
  {
    name: 'our page in the browser of their own',
    headers: async (owner) => ({ ...(await cookieOf(owner)), ...FROM_OUR_PAGE }),
    answers: EVERYTHING,
  },
  {
    name: 'our page in an old browser of their own',
    headers: async (owner) => ({ ...(await cookieOf(owner)), origin: 'http://localhost:3000' }),
    answers: EVERYTHING,
  },
  {
    name: 'our page in the browser of somebody else',
    headers: async () => ({ ...(await cookieOf(await newUser())), ...FROM_OUR_PAGE }),
    answers: AS_USER,
    others: NOT_THEIRS,
  },
  {
    name: 'another site in the browser of their own',
    headers: async (owner) => ({ ...(await cookieOf(owner)), 'sec-fetch-site': 'cross-site' }),
    answers: refusedUnlessPublic(MISSING),
  },
  {
    name: 'a neighbouring site in the browser of their own',
    headers: async (owner) => ({ ...(await cookieOf(owner)), 'sec-fetch-site': 'same-site' }),
    answers: refusedUnlessPublic(MISSING),
  },
  {
    name: 'another site in an old browser of their own',
    headers: async (owner) => ({ ...(await cookieOf(owner)), origin: 'https://evil.example' }),
    answers: refusedUnlessPublic(MISSING),
  },
  {
    name: 'our page in a browser that was signed out',
    headers: async (owner) => {
      const { sid, cookie } = await signInAs(owner.userId)
      await removeSession({ sid, sub: owner.userId })
      return { cookie, ...FROM_OUR_PAGE }
    },
    answers: refusedUnlessPublic(INVALID),
  },
  {
    name: 'our page in a browser whose session has run out',
    headers: async (owner) => {
      const { sid, cookie } = await signInAs(owner.userId)
      await db().session.update({ where: { id: sid }, data: { expiresAt: new Date() } })
      return { cookie, ...FROM_OUR_PAGE }
    },
    answers: refusedUnlessPublic(INVALID),
  },
  {
    name: 'our page with a cookie that was not made here',
    headers: async () => ({ cookie: 'verbatim.session=eyJhbGciOiJub25lIn0.e30.', ...FROM_OUR_PAGE }),
    answers: refusedUnlessPublic(MISSING),
  },
  { name: 'the command line of their own', headers: (owner) => token(owner, ACCOUNT_SCOPE), answers: EVERYTHING },
  { name: 'the key of their own', headers: async ({ apiKey }) => bearer(apiKey), answers: EVERYTHING },
]

function kindOf({ access }: Operation): Kind {
  return access === 'public' || access === 'account' || access === 'operator' ? access : 'scope'
}

/** The code of an error, by our name of it. */
function codeOf({ errors }: Operation, body: unknown): string | null {
  if (errors !== 'openai') return problemSchema.parse(body).code
  const { code } = openAiErrorSchema.parse(body).error
  return code === 'invalid_api_key' ? 'invalid_credentials' : code
}

function addressOf({ path }: Operation, { params = {}, query = {} }: Sample): string {
  const pathname = path.replace(/\{([a-z_]{1,40})\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  return `${pathname}?${new URLSearchParams(query)}`
}

const operations = routes.map(({ operation }) => operation)

type Documented = { operationId?: string; security?: unknown }
const documented = Object.entries(openApiDocument().paths as Record<string, Record<string, Documented>>).flatMap(
  ([path, methods]) => Object.entries(methods).map(([method, one]) => ({ path, method, ...one })),
)

describe('every operation', () => {
  test('is in the document, with the credential it declares', () => {
    expect(documented.map(({ operationId }) => operationId).sort()).toEqual(operations.map(({ id }) => id).sort())
    for (const { operationId, method, path, security } of documented) {
      const declared = operations.find(({ id }) => id === operationId)
      expect([method, path]).toEqual([declared?.method, declared?.path])
      expect(DECLARABLE, operationId).toContain(declared?.access)
      const optional = declared?.optionalScope ? [{}, { bearer: [] }] : []
      expect(security, operationId).toEqual(declared?.access === 'public' ? optional : [{ bearer: [] }])
    }
  })

  test('that takes something has a sample here', () => {
    const taking = operations.filter(({ params, query, body, rawBody }) => params ?? query ?? body ?? rawBody)
    expect(taking.map(({ id }) => id).filter((id) => !Object.hasOwn(SAMPLES, id))).toEqual([])
  })

  test('is declared: the app answers nothing else', () => {
    const paths = new Set(documented.map(({ path }) => path.replace(/\{([a-z_]{1,40})\}/g, ':$1')))
    const mounted = api().routes.filter(({ method }) => method !== 'ALL' && method !== 'OPTIONS')
    const undeclared = mounted.map(({ path }) => path).filter((path) => !paths.has(path))
    expect(undeclared).toEqual(NO_OPERATIONS)
  })

  test('that remembers calls knows whose they are', () => {
    expect(operations.filter(({ access, idempotencyKey }) => access === 'public' && idempotencyKey)).toEqual([])
  })
})

async function sampleOf(operation: Operation): Promise<{ owner: NewUser; sample: Sample }> {
  const owner = await newUser()
  setEnv({ OPERATORS: owner.email })
  return { owner, sample: (await SAMPLES[operation.id]?.(owner)) ?? {} }
}

/** Calls an operation about what an owner has. Failures name the caller. */
async function checkAnswer(
  operation: Operation,
  { owner, sample }: { owner: NewUser; sample: Sample },
  { name, headers }: Caller,
  expected: Expected,
): Promise<void> {
  setEnv({ OPERATORS: owner.email })
  const call = { ...sample.call, headers: { ...sample.call?.headers, ...(await headers(owner, operation)) } }
  const answer = await service.call(operation.method.toUpperCase(), addressOf(operation, sample), call)
  if (expected === 'success') {
    expect.soft(Object.keys(operation.answers).map(Number), `${name}: ${answer.text}`).toContain(answer.status)
    return
  }
  expect.soft([answer.status, codeOf(operation, answer.body)], name).toEqual([expected.status, expected.code])
  const type = operation.errors === 'openai' ? 'application/json' : 'application/problem+json'
  expect.soft(answer.headers.get('content-type'), name).toBe(type)
  expect.soft(answer.headers.get('www-authenticate') !== null, name).toBe(CHALLENGED.includes(expected.code))
  expect.soft(answer.headers.get('cache-control'), name).toBe('no-store')
}

describe('every caller gets what the table says', () => {
  test.each(operations)('from $method $path', async (operation) => {
    // Refusals and reads leave the sample as it is; what else succeeds may use it up.
    const shared = await sampleOf(operation)
    const kind = kindOf(operation)
    const expectations = CALLERS.map((caller) => {
      const isOthers = shared.sample.names !== undefined && caller.answers[kind] === 'success'
      return { caller, expected: isOthers ? (caller.others ?? 'success') : caller.answers[kind] }
    })
    const isRefused = ({ expected }: { expected: Expected }) => expected !== 'success'
    for (const { caller, expected } of expectations.filter(isRefused))
      await checkAnswer(operation, shared, caller, expected)
    const [first, ...others] = expectations.filter((one) => !isRefused(one))
    if (first) await checkAnswer(operation, shared, first.caller, 'success')
    // One place decides for all operations which credentials succeed, and each of these calls costs another sample.
    for (const { caller } of isDeepRun ? others : []) {
      const sample = operation.method === 'get' ? shared : await sampleOf(operation)
      await checkAnswer(operation, sample, caller, 'success')
    }
  })
})
