import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { expect, test } from 'vitest'
import { findSuperLinear } from './find-super-linear'

/** Patterns that may take more than linear time on some text, and why none such comes. */
const BOUNDED: readonly (readonly [pattern: RegExp, why: string])[] = [
  [
    /[\p{Sentence_Terminal}\u2024\ufe52\uff0e;\u037e\n\r\u0085\u2028\u2029](?:[^\p{L}\p{N}]|[\uff9e\uff9f])*$/u,
    'sees the last 200 characters of a text',
  ],
  [/\/(?:next|react|react-dom|scheduler)\/.*\.(?:dev|development)\.js$/, 'sees the paths of a build'],
  [
    /\/next\/dist\/(?:compiled\/@vercel\/og\/(?:index\.edge|LICENSE|satori)|compiled\/next-server\/.*-experimental\.|server\/capsize-font-metrics\.json$)/,
    'sees the paths of a build',
  ],
]
const bounded = BOUNDED.map(([{ source }]) => source)

const FOLDERS = ['app', 'cli', 'components', 'extension', 'inngest', 'lib', 'pages', 'prisma', 'sdk', 'server']
const ROOT = path.resolve(import.meta.dirname, '../..')

type Pattern = { file: string; source: string; flags: string }

function patternsIn(file: string): Pattern[] {
  const found: Pattern[] = []
  const { program } = parseSync(file, readFileSync(path.join(ROOT, file), 'utf8'))
  new Visitor({
    Literal: (literal) => {
      if ('regex' in literal) found.push({ file, source: literal.regex.pattern, flags: literal.regex.flags })
    },
  }).visit(program)
  return found
}

const isSource = (name: string) => /\.(?:tsx?|mjs)$/.test(name) && !/\.test\.tsx?$|\/testing\/|\/generated\//.test(name)

test('every pattern takes linear time, but for those that see short texts', () => {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => path.posix.join(folder, name))
      .filter(isSource),
  )
  const patterns = files.flatMap(patternsIn)
  expect(patterns.length).toBeGreaterThan(800)
  const slow = patterns.flatMap(({ file, source, flags }) => {
    const reasons = findSuperLinear(source, flags)
    return reasons.length > 0 ? [{ pattern: source, file, reasons }] : []
  })
  expect(slow.filter(({ pattern }) => !bounded.includes(pattern))).toEqual([])
  expect(bounded.filter((pattern) => !slow.some((one) => one.pattern === pattern))).toEqual([])
})

test.each([
  ['(?:x+x+)+y', ''],
  [String.raw`\s+$`, ''],
  [String.raw`^[^\s/:@]+\.[^\s/:@]+$`, ''],
  [String.raw`\[url=[^\]]*\]`, 'gi'],
  [String.raw`<!--[\s\S]*?-->`, ''],
])('the pattern %s is found to be slow', (source, flags) => {
  expect(findSuperLinear(source, flags)).not.toEqual([])
})

test.each([
  [String.raw`(?<!\s)\s+$`, ''],
  ['"[^"]*"', 'g'],
  [String.raw`\[url=[^[\]]*\]`, 'gi'],
  ['^WARNING: .*failed.*$', 'm'],
])('the pattern %s is found to be linear', (source, flags) => {
  expect(findSuperLinear(source, flags)).toEqual([])
})
