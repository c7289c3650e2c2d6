import { mkdir, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { buildPythonClient } from '@/server/setup/build/build-python-client.mjs'
import { useDocumentedService } from '@/test/docs/use-documented-service'
import { codeBlocks } from '@/test/sdk/code-blocks'
import { PYTHON_SOURCES, runPython, whyNoPython } from '@/test/sdk/run-python'
import { newUser } from '@/test/service'

const { folder, baseUrl } = await useDocumentedService()
const TOOLS = ['tools'] as const
const EVERYTHING = ['frameworks', 'tools'] as const
const missing = await whyNoPython([...TOOLS])
const missingFrameworks = missing ?? (await whyNoPython([...EVERYTHING]))

/** The environment of a program of a new user. */
async function variables() {
  const { apiKey } = await newUser('ultra')
  return { VERBATIM_URL: baseUrl, VERBATIM_API_KEY: apiKey, WEBHOOK_SECRET: 'whsec_c2VjcmV0' }
}

const needsFrameworks = (name: string) => /loaders|^(?:langchain|llamaindex)$/i.test(name)

function setting(name: string) {
  const reason = needsFrameworks(name) ? missingFrameworks : missing
  return {
    reason,
    packages: needsFrameworks(name) ? [...EVERYTHING] : [...TOOLS],
    title: reason ? `: skipped, ${reason}` : '',
  }
}

const modules = (await readdir('sdk/python/tests')).filter((name) => name.startsWith('test_')).sort()

describe('the Python client’s own tests pass against the service', () => {
  for (const name of modules) {
    const { reason, packages, title } = setting(name)
    test.skipIf(reason)(`${name}${title}`, async () => {
      const args = ['-W', 'error::DeprecationWarning:verbatim', '-m', 'unittest', '-v', name.replace('.py', '')]
      const { code, output } = await runPython(args, { packages, folder, variables: await variables() })
      expect([code, output]).toEqual([0, expect.stringMatching(/\nRan [1-9]\d* tests? in [\d.]+s\n\nOK\n$/)])
    })
  }

  test('and there are some of each subject', () => {
    expect(modules.length).toBeGreaterThan(5)
  })
})

const pages = ['sdk/python/README.md', 'docs/guide/client-packages.md']
const texts = await Promise.all(pages.map((page) => readFile(page, 'utf8')))
const examples = texts.flatMap((text) => codeBlocks(text, 'python'))

describe('each example of README and guide runs', () => {
  for (const { heading, label, code } of examples) {
    const { reason, packages, title } = setting(label)
    test.skipIf(reason)(`${heading} ${label}${title}`, async () => {
      const ran = await runPython(['-c', code], { packages, folder, variables: await variables() })
      expect(ran).toEqual({ code: 0, output: expect.not.stringMatching(/Traceback|None/) })
    })
  }

  test('and there are some', () => {
    expect(examples.length).toBeGreaterThan(12)
  })
})

test.skipIf(missing)(`the cells of the notebook run in their order${setting('').title}`, async () => {
  const notebook = JSON.parse(await readFile('sdk/python/examples/transcribe.ipynb', 'utf8'))
  const cells: { cell_type: string; source: string[] }[] = notebook.cells
  const code = cells.filter(({ cell_type: type }) => type === 'code').map(({ source }) => source.join(''))
  expect(code.length).toBeGreaterThan(4)
  const ran = await runPython(['-c', code.join('\n\n')], { packages: [...TOOLS], folder, variables: await variables() })
  expect(ran).toEqual({ code: 0, output: expect.stringMatching(/ words, \d+ per minute\n1\n00:00:00,000 --> /) })
})

test.skipIf(missing)(`the types of the client hold${setting('').title}`, async () => {
  const files = (await readdir(path.join(PYTHON_SOURCES, 'verbatim'), { recursive: true }))
    .filter((name) => name.endsWith('.py') && !/^(?:langchain|llamaindex)\.py$/.test(name))
    .map((name) => path.join(PYTHON_SOURCES, 'verbatim', name))
  const args = ['-m', 'mypy', '--strict', '--no-warn-return-any', '--python-version', '3.10', ...files]
  const ran = await runPython([...args, '--cache-dir', path.join(folder, 'mypy')], { packages: [...TOOLS], folder })
  expect(ran).toEqual({ code: 0, output: expect.stringContaining('Success') })
})

test.skipIf(missing)(`wheel and sdist are built, and the wheel is what is imported${setting('').title}`, async () => {
  const built = path.join(folder, 'built')
  await mkdir(built)
  expect(await buildPythonClient(built)).toBeNull()
  const { version } = JSON.parse(await readFile('package.json', 'utf8'))
  const wheel = `verbatim_client-${version}-py3-none-any.whl`
  expect((await readdir(built)).sort()).toEqual([wheel, `verbatim_client-${version}.tar.gz`])
  const use = `import sys, zipfile
sys.path.insert(0, sys.argv[1])
import verbatim, verbatim.compat
assert verbatim.__file__.startswith(sys.argv[1]), verbatim.__file__
names = zipfile.ZipFile(sys.argv[1]).namelist()
assert 'verbatim/py.typed' in names and not any('test' in name for name in names), names
print(verbatim.__version__)
`
  const used = await runPython(['-c', use, path.join(built, wheel)], { packages: [...TOOLS], folder })
  expect(used).toEqual({ code: 0, output: `${version}\n` })
})
