import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { withOurCommands } from './our-command'

const COMMANDS: [string, string][] = [
  ['List all with: npm run -s user -- list', 'List all with: verbatim user list'],
  ['"npm run models -- list" shows them.', '"verbatim models list" shows them.'],
  ['For another link: npm run -s cli -- open', 'For another link: verbatim open'],
  ['Run "npm run stripe:check" after each change.', 'Run "verbatim stripe-check" after each change.'],
  ['npm run restore -- FOLDER [--partial]', 'verbatim restore FOLDER [--partial]'],
  ['npm run restore --', 'verbatim restore'],
  ['choose another: npm start -- --port 3001', 'choose another: verbatim start --port 3001'],
  ['Run "npm start".', 'Run "verbatim start".'],
  ['Install it: npm ci', 'Install it: npm ci'],
]

let folder = ''
afterEach(async () => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  vi.resetModules()
  if (folder) await rm(folder, { recursive: true })
  folder = ''
})

/** Has the service run in a folder with this manifest; without one in an empty folder. */
async function runIn(manifest: string | null): Promise<void> {
  folder = await mkdtemp(path.join(tmpdir(), 'verbatim-command-'))
  if (manifest !== null) await writeFile(path.join(folder, 'package.json'), manifest)
  vi.spyOn(process, 'cwd').mockReturnValue(folder)
  vi.resetModules()
}

test.each(COMMANDS)('"%s" names the command of an installed package', (text, inPackage) => {
  expect(withOurCommands(text, true)).toBe(inPackage)
})

test.each(COMMANDS)('"%s" stays as it is in a clone of the sources', (text) => {
  expect(withOurCommands(text)).toBe(text)
})

test('the mark of a package decides, and its problems and hints name its commands', async () => {
  vi.stubEnv('BASE_URL', 'http://localhost:3000')
  await runIn('{ "isPackage": true }')
  const { withOurCommands: inPackage } = await import('./our-command')
  expect(inPackage('npm start')).toBe('verbatim start')
  const { Problem } = await import('../problem/problem')
  const { toProblemBody } = await import('../problem/problem-body')
  const { toOpenAiError } = await import('../problem/to-openai-error')
  const problem = new Problem('transcriber_unavailable')
  expect(toProblemBody(problem).detail).toContain('"verbatim models get parakeet-v3"')
  expect(toOpenAiError(problem).error.message).toContain('"verbatim models get parakeet-v3"')
  const { BETTER_ENGINE_HINT, ENGINE_COMMANDS } = await import('@/lib/speech/better-engine-hint')
  expect(BETTER_ENGINE_HINT).toContain('"verbatim models get parakeet-v3"')
  expect(ENGINE_COMMANDS.useServer).toMatch(/ verbatim start$/)
})

test.each(['{ "name": "verbatim" }', null])('a folder with the manifest %s is no package', async (manifest) => {
  await runIn(manifest)
  const { withOurCommands: inClone } = await import('./our-command')
  expect(inClone('npm start')).toBe('npm start')
})
