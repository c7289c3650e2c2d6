import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'

const root = path.resolve(import.meta.dirname, '..')
const read = (name: string) => readFileSync(path.join(root, name), 'utf8')
const versions = z.record(z.string(), z.string())
const manifest = z.object({ dependencies: versions, devDependencies: versions }).parse(JSON.parse(read('package.json')))
const installed = z.object({ license: z.string() })

/** Licences under which a package may be used and passed on with this project. */
const ALLOWED = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BlueOak-1.0.0',
  'BSD-3-Clause',
  'Apache-2.0',
  'OFL-1.1',
  'CC0-1.0',
  'MIT OR Apache-2.0',
])
/** Licenses of tools that are not distributed. */
const ALLOWED_TOOLS = new Set([...ALLOWED, 'MPL-2.0'])

/** The rows of the table below a heading: package, why, size, licence, who keeps it. */
function rowsOf(heading: string): string[][] {
  const section =
    read('docs/dependencies.md')
      .split(/^## /m)
      .find((part) => part.startsWith(heading)) ?? ''
  const lines = section.split('\n').filter((line) => line.startsWith('| `'))
  return lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('`', '')),
  )
}

describe.each([
  ['What the service runs on', manifest.dependencies, ALLOWED],
  ['What building and testing need', manifest.devDependencies, ALLOWED_TOOLS],
])('%s', (heading, named, allowed) => {
  const rows = rowsOf(heading)

  test('is listed, each package once, and nothing else', () => {
    expect(rows.map(([name]) => name).sort()).toEqual(Object.keys(named).sort())
  })

  test('has for each a reason, a size and who keeps it', () => {
    for (const [name, why = '', size = '', , keeper = ''] of rows) {
      expect([name, why.length > 4, /^[\d.]+ (?:KB|MB)$/.test(size), keeper !== '']).toEqual([name, true, true, true])
    }
  })

  test('is under the licences that the list says, all of them usable here', () => {
    for (const [name = '', , , licence = ''] of rows) {
      const { license } = installed.parse(JSON.parse(read(`node_modules/${name}/package.json`)))
      expect([name, licence]).toEqual([name, license])
      expect([name, allowed.has(license)]).toEqual([name, true])
    }
  })

  test('is named by exact versions', () => {
    expect(Object.entries(named).filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))).toEqual([])
  })
})

const lockEntry = z.object({
  integrity: z.string().optional(),
  link: z.boolean().optional(),
  optional: z.boolean().optional(),
  os: z.array(z.string()).optional(),
  cpu: z.array(z.string()).optional(),
  libc: z.array(z.string()).optional(),
  optionalDependencies: versions.optional(),
})
const lock = z.object({ packages: z.record(z.string(), lockEntry) }).parse(JSON.parse(read('package-lock.json')))

test('the lock file pins the content of every package, and of none by a weak hash', () => {
  const packages = Object.entries(lock.packages).filter(([name, { link }]) => name !== '' && !link)
  expect(packages.length).toBeGreaterThan(300)
  const unpinned = packages.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))
  expect(unpinned.map(([name]) => name)).toEqual([])
})
