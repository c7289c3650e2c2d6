import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { beforeAll, describe, expect, test } from 'vitest'
import { rehearseNpm } from '@/server/setup/package/rehearse-publication.mjs'
import { runExample } from '@/test/docs/run-example'
import { useDocumentedService } from '@/test/docs/use-documented-service'
import { codeBlocks } from '@/test/sdk/code-blocks'
import { packClient } from '@/test/sdk/pack-client'
import { newUser } from '@/test/service'

const run = promisify(execFile)
const { folder, baseUrl } = await useDocumentedService()
const { apiKey } = await newUser()
const pages = ['sdk/typescript/README.md', 'docs/guide/client-packages.md']
const texts = await Promise.all(pages.map((page) => readFile(page, 'utf8')))
const examples = texts.flatMap((text) => codeBlocks(text, 'ts'))
let files: string[] = []

beforeAll(async () => {
  files = await packClient(folder)
})

test('the package holds compiled modules with their types, nothing of the project, and what npm takes', async () => {
  const others = files.filter((file) => !/^dist\/[a-z]+\.(?:js|d\.ts)$/.test(file))
  expect(others.sort()).toEqual(['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json'])
  const manifest = JSON.parse(await readFile('sdk/typescript/package.json', 'utf8'))
  const project = JSON.parse(await readFile('package.json', 'utf8'))
  expect(manifest.dependencies).toBeUndefined()
  expect(manifest.version).toBe(project.version)
  expect(await rehearseNpm(path.join(folder, `${manifest.name}-${manifest.version}.tgz`))).toEqual([])
})

test('a bundler makes of it what a browser runs, without modules of Node', async () => {
  const entry = { contents: `export { Verbatim, verifyWebhook } from 'verbatim-client'`, resolveDir: folder }
  const { outputFiles, warnings } = await build({
    stdin: entry,
    bundle: true,
    platform: 'browser',
    format: 'esm',
    write: false,
  })
  expect(warnings).toEqual([])
  const [bundle] = outputFiles
  expect(bundle?.text).not.toMatch(/node:|\brequire\(/)
  expect(bundle?.contents.length).toBeLessThan(40_000)
})

test('the examples of README and guide compile against the package in a project with its own strict checks', async () => {
  const compilerOptions = {
    target: 'ES2022',
    module: 'nodenext',
    strict: true,
    noEmit: true,
    exactOptionalPropertyTypes: true,
    typeRoots: [path.resolve('node_modules/@types')],
    types: ['node'],
  }
  await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
  const wrong = `import { Verbatim } from 'verbatim-client'\nconst { text } = await new Verbatim().call('getJob', { params: {} })\n`
  await writeFile(path.join(folder, 'wrong.ts'), wrong)
  const absent = `import { Verbatim } from 'verbatim-client'
const verbatim = new Verbatim()
await verbatim.transcribe('https://a.example/b', { lang: undefined, signal: undefined })
await verbatim.batches.wait('x', { signal: undefined, onProgress: undefined })
verbatim.transcripts.list({ tag: undefined })
`
  await writeFile(path.join(folder, 'absent.ts'), absent)
  for (const [index, { code }] of examples.entries()) await writeFile(path.join(folder, `example${index}.ts`), code)
  const tsc = [path.resolve('node_modules/typescript/bin/tsc'), '-p', folder]
  const { stdout } = await run(process.execPath, tsc).catch((error: { stdout: string }) => error)
  const errors = stdout.split('\n').filter((line) => line.includes('error TS'))
  expect(errors.filter((line) => !line.includes('wrong.ts'))).toEqual([])
  expect(errors).toHaveLength(2)
})

describe('each example of README and guide runs', () => {
  test.each(examples)('$heading', async ({ code }) => {
    const variables = { VERBATIM_URL: baseUrl, VERBATIM_API_KEY: apiKey }
    const { code: exitCode, output } = await runExample('ts', code, { folder, variables })
    expect([exitCode, output]).toEqual([0, expect.not.stringMatching(/undefined|Error/)])
  })

  test('and there are some', () => {
    expect(examples.length).toBeGreaterThan(7)
  })
})
