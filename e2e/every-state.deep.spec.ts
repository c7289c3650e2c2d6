import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from '@playwright/test'
import { checkStates } from '@/e2e/check-states'
import { type ServiceProcess, startProcess } from '../test/process/start-process'
import { type SpeechServer, startSpeechServer } from '../test/speech/speech-server'
import { EMPTY, fillAccount, GUEST, GUIDE, LONG_GUIDE } from './every-state'
import { letIn } from './local-browser'
import { startPlatforms } from './platforms'

// The guide is read at the service that all tests share.
test.describe.configure({ mode: 'parallel', timeout: 1_200_000 })

test.describe('in an account of their own', () => {
  // One service for all three.
  test.describe.configure({ mode: 'default' })
  let service: ServiceProcess
  let own: { baseURL: string } & Awaited<ReturnType<typeof letIn>>
  let speech: SpeechServer
  let dataDir: string
  let closePlatforms: () => Promise<void>

  test.beforeAll(async () => {
    test.setTimeout(300_000)
    const platforms = await startPlatforms()
    closePlatforms = platforms.close
    speech = await startSpeechServer()
    dataDir = await mkdtemp(path.join(tmpdir(), 'verbatim-e2e-pages-'))
    const engine = { SPEECH_ENGINE: 'openai', SPEECH_API_URL: speech.url, SPEECH_CONCURRENCY: '1' }
    const noLimits = { RATE_LIMIT_PER_MINUTE: '0', RATE_LIMIT_PUBLIC_PER_MINUTE: '0' }
    service = await startProcess(dataDir, { ...platforms.settings, ...engine, ...noLimits })
    own = { baseURL: service.baseUrl, ...(await letIn(service)) }
  })
  test.afterAll(async () => {
    await service.stop()
    speech.close()
    await closePlatforms()
    await rm(dataDir, { recursive: true, force: true })
  })

  test('the front page before sign-in', async ({ browser }) => {
    await checkStates(browser, { baseURL: service.baseUrl, storageState: { cookies: [], origins: [] } }, GUEST)
  })

  test('every page before there is anything in the account', async ({ browser }) => {
    await checkStates(browser, own, EMPTY)
  })

  test('every page of an account with all there can be in it', async ({ browser, playwright }) => {
    const request = await playwright.request.newContext(own)
    await checkStates(browser, own, await fillAccount(request, service.baseUrl, speech))
    await request.dispose()
  })
})

test('every page of the guide', async ({ browser, baseURL }) => {
  await checkStates(browser, { baseURL: baseURL ?? '' }, GUIDE)
  // Every page opens on a desktop in every-page.spec.ts.
  await checkStates(browser, { baseURL: baseURL ?? '' }, LONG_GUIDE, ['phone'])
})
