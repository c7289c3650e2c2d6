import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { runCli } from '@/test/cli/run-cli'
import { startModelOrigin } from '@/test/models/model-origin'
import { startProcess } from '@/test/process/start-process'

const folder = await mkdtemp(path.join(tmpdir(), 'verbatim-cli-models-'))
const models = await startModelOrigin()
const service = await startProcess(path.join(folder, 'data'), { ...models.settings, SPEECH_ENGINE: 'auto' })
afterAll(async () => {
  await service.stop()
  await models.close()
  await rm(folder, { recursive: true, force: true })
})

const env = { VERBATIM_URL: service.baseUrl, VERBATIM_API_KEY: service.apiKey ?? '' }

/** The output of a command that succeeds. */
async function printed(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runCli(args, { env })
  expect([code, args.join(' '), stderr]).toEqual([0, args.join(' '), expect.any(String)])
  return stdout
}

test('a download of a model is paused, resumed and cancelled, and each command says how far it is', async () => {
  models.releaseUntil(1_500_000)
  expect(await printed('models', 'list')).toMatch(/^tiny +3 MB .*not installed$/m)
  expect(await printed('models', 'get', 'tiny', '--no-wait')).toMatch(/^tiny: downloading, \d MB of 3 MB$/m)
  expect(await printed('models', 'pause', 'tiny')).toMatch(/^tiny: paused at \d MB of 3 MB$/m)
  expect(await printed('models')).toMatch(/^tiny +3 MB .*paused at \d MB of 3 MB$/m)
  expect(await printed('models', 'resume', 'tiny', '--no-wait')).toMatch(/^tiny: downloading, \d MB of 3 MB$/m)
  expect(await printed('models', 'cancel', 'tiny')).toBe('tiny: not installed\n')
})

test('the list says which languages work and what adds others', async () => {
  const list = await printed('models')
  expect(list).toMatch(/^(?:Languages that work now|No language works now)$/m)
  expect(list).toMatch(/English/)
  const { languages } = JSON.parse(await printed('models', 'list', '--json'))
  expect(languages).toEqual([expect.objectContaining({ lang: 'en' })])
})

test('a model is there once its download has ended, until it is removed', async () => {
  models.releaseUntil(models.ballast.length)
  expect(await printed('models', 'get', 'tiny')).toMatch(/^tiny: (?:in use|ready)$/m)
  expect(await printed('models', 'list')).toMatch(/^tiny +3 MB .*(?:in use|ready)$/m)
  expect(await printed('models', 'remove', 'tiny')).toBe('tiny is removed.\n')
  expect(await runCli(['models', 'get', 'huge'], { env })).toMatchObject({
    code: 4,
    stderr: expect.stringContaining('huge'),
  })
})

test('the doctor shows the checks of the machine of the server', async () => {
  const { code, stdout } = await runCli(['doctor'], { env })
  expect(stdout).toContain(`Node.js ${process.version}`)
  expect(code).toBe(/^FAILED/m.test(stdout) ? 1 : 0)
})
