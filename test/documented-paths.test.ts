import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]
const FOLDERS = 'app|bench|cli|components|docs|e2e|extension|inngest|lib|pages|prisma|public|sdk|server|test'
/** A part of a path that is a placeholder: `components/NAME`. */
const PLACEHOLDER = /(?:^|\/)(?:NAME|TIMESTAMP)/
/** Files that are generated or built: a new clone does not have them when unit tests run. */
const BUILT = /^(?:cli\/dist|lib\/core\/generated|public\/scripts|sdk\/dist|extension\/dist)(?:\/|$)/
/** A path of the project in backticks. */
const PATH = new RegExp(`\`((?:${FOLDERS})/[\\w./()[\\]-]*)\``, 'g')

test.each(PAGES)('every path that %s names is in the project', (page) => {
  const named = [...readFileSync(path.join(root, page), 'utf8').matchAll(PATH)].map(([, name = '']) => name)
  const missing = named.filter(
    (name) => !PLACEHOLDER.test(name) && !BUILT.test(name) && !existsSync(path.join(root, name)),
  )
  expect(missing).toEqual([])
})
