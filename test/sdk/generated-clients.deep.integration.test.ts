import { execFile } from 'node:child_process'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { describe, expect, test } from 'vitest'
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

const typescript = path.join(folder, 'typescript')
const tool = (name: string, ...args: string[]) =>
  run(process.execPath, [path.join('node_modules', name), ...args], { cwd: typescript })
const TYPES = ['--typeRoots', path.resolve('node_modules/@types'), '--types', 'node', '--skipLibCheck']
const BUNDLE = { bundle: true, packages: 'external', platform: 'node', format: 'esm' } as const
await cp(GENERATORS, typescript, { recursive: true })
await run('npm', ['ci', '--no-audit', '--no-fund', '--prefer-offline'], { cwd: typescript })

test('openapi-typescript and openapi-fetch: the client compiles with strict checks and runs', async () => {
  await tool('openapi-typescript/bin/cli.js', document, '--output', 'schema.d.ts', '--default-non-nullable=false')
  const strict = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess']
  const target = ['--target', 'es2022', '--module', 'nodenext']
  await tool('typescript/bin/tsc', ...strict, ...TYPES, ...target, 'main.ts')
  const { stdout } = await run(process.execPath, ['main.js', baseUrl, apiKey, sound], { cwd: typescript })
  expect(stdout).toBe('2 seconds\n')
})

/** Compiles a program with its client, which its bundler resolves, and runs it. */
async function runBundled(name: string): Promise<string> {
  const target = ['--target', 'es2022', '--lib', 'es2022,dom,dom.iterable', '--module', 'esnext']
  const strict = ['--noEmit', '--strict', ...TYPES, ...target, '--moduleResolution', 'bundler']
  await tool('typescript/bin/tsc', ...strict, `${name}.ts`)
  await build({ absWorkingDir: typescript, entryPoints: [`${name}.ts`], outfile: `${name}.mjs`, ...BUNDLE })
  return (await run(process.execPath, [`${name}.mjs`, baseUrl, apiKey, sound], { cwd: typescript })).stdout
}

test('hey-api: the client compiles with strict checks and runs', async () => {
  await tool('@hey-api/openapi-ts/bin/run.js', '-i', document, '-o', 'hey')
  expect(await runBundled('hey')).toBe('2 seconds\n')
})

test('orval: the client compiles with strict checks and runs', async () => {
  await tool('orval/dist/bin/orval.mjs', '--input', document, '--output', 'orval-client.ts')
  expect(await runBundled('orval')).toBe('2 seconds\n')
})

/** Why no Go program can be built here; null: it can. Downloads the modules that are missing. */
async function whyNoGo(cwd: string): Promise<string | null> {
  return run('go', ['mod', 'download'], { cwd }).then(
    () => null,
    (error) => (error.code === 'ENOENT' ? 'there is no Go' : `its modules can't be downloaded: ${error.stderr}`),
  )
}

const missingGo = await whyNoGo(path.join(GENERATORS, 'go'))

test.skipIf(missingGo)(
  `oapi-codegen: the client compiles and runs${missingGo ? `: skipped, ${missingGo}` : ''}`,
  async () => {
    const cwd = path.join(folder, 'go')
    await cp(path.join(GENERATORS, 'go'), cwd, { recursive: true })
    const parts = ['-generate', 'types,client,std-http', '-package', 'main', '-o', 'client.go']
    await run('go', ['tool', 'oapi-codegen', ...parts, document], { cwd })
    const { stdout } = await run('go', ['run', '.', baseUrl, apiKey, sound], { cwd })
    expect(stdout).toBe('2 seconds\n')
  },
)

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

const GENERATE = 'import sys, openapi_generator_cli as cli; sys.exit(cli.run(sys.argv[1:]).returncode)'

/** Makes a client with the defaults of openapi-generator. Returns its folder. */
async function generateClient(language: string): Promise<string> {
  const cwd = path.join(folder, `openapi-generator-${language}`)
  await mkdir(cwd, { recursive: true })
  const args = ['-c', GENERATE, 'generate', '--input-spec', document, '--generator-name', language, '--output', cwd]
  expect(await runPython(args, { packages: ['generators'], folder: cwd })).toMatchObject({ code: 0 })
  return cwd
}

describe.skipIf(missing)(`openapi-generator${missing ? `: skipped, ${missing}` : ''}`, () => {
  test('Python: the client compiles and runs', async () => {
    const cwd = await generateClient('python')
    const python = (args: string[]) => runPython(args, { packages: ['generators'], folder: cwd })
    // It writes calls of the messages of webhooks as well, without their types. No module imports them.
    const compile = ['-m', 'compileall', '-q', '-x', 'webhook_messages', 'openapi_client']
    expect(await python(compile)).toEqual({ code: 0, output: '' })
    await cp(path.join(GENERATORS, 'openapi_generator.py'), path.join(cwd, 'main.py'))
    expect(await python(['main.py', baseUrl, apiKey, sound])).toEqual({ code: 0, output: '2 seconds\n' })
  })

  test('Go: the client compiles', async ({ skip }) => {
    const cwd = await generateClient('go')
    const missingGo = await whyNoGo(cwd)
    if (missingGo) skip(missingGo)
    await run('go', ['build', '-mod=mod', '.'], { cwd })
  })

  test('Java: the client compiles', async ({ skip }) => {
    const cwd = await generateClient('java')
    await run('mvn', ['--quiet', '--batch-mode', 'compile'], { cwd }).catch((error) => {
      if (error.code === 'ENOENT') skip('there is no Maven')
      if (/Could not transfer artifact|No compiler is provided/.test(error.stdout)) skip('Maven lacks what it needs')
      throw new Error(error.stdout)
    })
  })
})
