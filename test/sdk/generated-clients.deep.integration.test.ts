import { execFile } from 'node:child_process'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { useDocumentedService } from '@/test/docs/use-documented-service'
import { runPython, whyNoPython } from '@/test/sdk/run-python'
import { newUser } from '@/test/service'
import { silence } from '@/test/silence'

/* Clients that standard generators make of the OpenAPI document: each uploads, asks for a transcript, and polls. */

const run = promisify(execFile)
const GENERATORS = path.resolve('test/sdk/generators')
const { service, folder, baseUrl } = await useDocumentedService()
const { apiKey } = await newUser()
const document = path.join(folder, 'openapi.json')
const sound = path.join(folder, 'quiet.wav')
await writeFile(document, (await service.call('GET', '/openapi.json')).text)
await writeFile(sound, silence(2))

test('openapi-typescript and openapi-fetch: the client compiles with strict checks and runs', async () => {
  const cwd = path.join(folder, 'typescript')
  await cp(GENERATORS, cwd, { recursive: true })
  await run('npm', ['ci', '--no-audit', '--no-fund', '--prefer-offline'], { cwd })
  const tool = (name: string, ...args: string[]) =>
    run(process.execPath, [path.join('node_modules', name), ...args], { cwd })
  await tool('openapi-typescript/bin/cli.js', document, '--output', 'schema.d.ts', '--default-non-nullable=false')
  const strict = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess']
  const types = ['--typeRoots', path.resolve('node_modules/@types'), '--types', 'node', '--skipLibCheck']
  const target = ['--target', 'es2022', '--module', 'nodenext']
  await tool('typescript/bin/tsc', ...strict, ...types, ...target, 'main.ts')
  const { stdout } = await run(process.execPath, ['main.js', baseUrl, apiKey, sound], { cwd })
  expect(stdout).toBe('2 seconds\n')
})

const missing = await whyNoPython(['generators'])

test.skipIf(missing)(`openapi-python-client: the client runs${missing ? `: skipped, ${missing}` : ''}`, async () => {
  const cwd = path.join(folder, 'python')
  await mkdir(cwd)
  await cp(path.join(GENERATORS, 'main.py'), path.join(cwd, 'main.py'))
  await writeFile(path.join(cwd, 'settings.yml'), 'post_hooks: []\n')
  const python = (args: string[]) => runPython(args, { packages: ['generators'], folder: cwd })
  const generate = ['generate', '--path', document, '--config', 'settings.yml', '--meta', 'none']
  const made = await python(['-m', 'openapi_python_client', ...generate, '--output-path', 'verbatim_client'])
  expect(made).toMatchObject({ code: 0 })
  expect(await python(['main.py', baseUrl, apiKey, sound])).toEqual({ code: 0, output: '2 seconds\n' })
})
