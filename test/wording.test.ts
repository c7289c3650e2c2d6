import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type CallExpression, type Expression, parseSync, Visitor } from 'oxc-parser'
import { describe, expect, test } from 'vitest'
import { PROBLEMS } from '@/lib/core/problem/problem-table'
import { readVisibleText } from './read-visible-text'

const ROOT = path.resolve(import.meta.dirname, '..')

/** Words that the interface, the errors, the help and the guide avoid, and their replacements. */
const AVOIDED: readonly [RegExp, string][] = [
  [/\bat once\b/i, 'immediately, or at the same time'],
  [/\bfor good\b/i, 'permanently'],
  [/\b(?:goes|go|going) on\b/i, 'continue'],
  [/\bunder way\b/i, 'running, or in progress'],
  [/\bbears?\b/i, 'has, or sends'],
  [/\bof yours\b/i, 'your …'],
  [/\bthere is no such\b/i, '… not found'],
  [/\bcan ?not\b/i, "can't"],
  [/\bany more\b/i, 'no longer'],
  [/\bwhoever\b/i, 'the operator, or the owner'],
  [/\bRedNote\b/, 'rednote'],
  [/\bthe doctor\b/i, 'the system check'],
  [/\bplease\b|\boops\b|!(?=\s|$)/i, 'nothing'],
]

/** Also not said in the interface: a link, a URL or an email is meant. */
const AVOIDED_ON_PAGES: readonly [RegExp, string][] = [
  ...AVOIDED,
  [/(?<!network )\baddress(?:es)?\b(?!, 1961)/i, 'link, URL or email'],
  [/\btier\b/i, 'plan'],
  [/\bhistory\b/i, 'transcripts'],
  [/\w'\w/, '’'],
]

/** Idioms that comments and names of tests do without. */
const AVOIDED_IN_CODE: readonly [RegExp, string][] = [
  [/\bwhoever\b|\bwhere somebody\b/i, 'who it is'],
  [/\bnobody\b/i, 'no caller, no user'],
  [/\bof its own\b/i, 'own, separate'],
  [/\b(?:goes|go|going) on\b/i, 'continues'],
  [/\bfor good\b/i, 'permanently'],
  [/\bat once\b/i, 'immediately, or at the same time'],
  [/\btells\b|\btold\b/i, 'shows, returns, distinguishes, receives'],
  [/\bhas gone\b|\bhand(?:s|ed)? on\b/i, 'has ended, passes'],
  [/\bheed|\bmend(?:s|ed)?\b/i, 'follow, repair'],
  [/\bcomes in\b/i, 'arrives'],
  [/\bstands\b/i, 'is'],
  [/\bwhat is (?:\w+ )?of\b/i, 'the noun'],
  [/\b(?:some|any|every)body\b/i, 'the user, another user, every caller'],
  [/^(?:Whatever|What|Whose|Who|Of|So many|As many|As much) /i, 'first the noun, or what it does'],
]

/** Names of tests also do without this. */
const AVOIDED_IN_NAMES: readonly [RegExp, string][] = [...AVOIDED_IN_CODE, [/\bwhatever\b/i, 'any']]

const SOURCES = 'app bench cli components deploy docs e2e extension inngest lib pages prisma sdk server test'.split(' ')
const CODE = /\.[cm]?[jt]sx?$/
const WITH_COMMENTS = /\.(?:prisma|sql|py|ya?ml|css|conf)$|^Dockerfile$/
/** Migrations are stored with their hash; the rest is generated or others'. */
const NOT_OURS =
  /\/(?:generated|fixtures|dist|migrations|node_modules)\/|\/src\/schema\.ts$|\/src\/verbatim\/(?:schema|client|verbs)\.py$/

const TEST_FUNCTIONS = new Set(['describe', 'it', 'test'])

/** The function that a call begins with: `test` of `test.each([…])('name')`. */
function calledFunction(callee: CallExpression['callee'] | Expression): string {
  if (callee.type === 'Identifier') return callee.name
  if (callee.type === 'MemberExpression') return calledFunction(callee.object)
  return callee.type === 'CallExpression' ? calledFunction(callee.callee) : ''
}

/** The findings in the comments of a module, and in the names of its tests. */
function avoidedInCode(file: string, source: string): string[] {
  const { program, comments } = parseSync(file, source)
  const found = comments.flatMap(({ value }) => avoidedIn(value.replace(/^\*/, ''), AVOIDED_IN_CODE))
  new Visitor({
    CallExpression: ({ callee, arguments: [name] }) => {
      const isText = name?.type === 'Literal' || name?.type === 'TemplateLiteral'
      if (!isText || !TEST_FUNCTIONS.has(calledFunction(callee))) return
      found.push(...avoidedIn(source.slice(name.start + 1, name.end - 1), AVOIDED_IN_NAMES))
    },
  }).visit(program)
  return found
}

/** The findings in comments of other languages: behind `//`, `--` or `#`, successive lines as one, or between marks. */
function avoidedInComments(source: string): string[] {
  const comments =
    source.match(/(?:^ *(?:\/\/|--|#).*\n)+|(?<= )(?:\/{2,3}|--|#) .*|"""[\s\S]*?"""|\/\*[\s\S]*?\*\//gm) ?? []
  return comments.flatMap((text) => avoidedIn(text.replaceAll(/^ *(?:\/+|--|#|"""|\*)+/gm, ''), AVOIDED_IN_CODE))
}

function avoidedIn(prose: string, avoided: readonly [RegExp, string][]): string[] {
  const text = prose.replaceAll(/\s*\n\s*\*?\s*/g, ' ').trim()
  return avoided.flatMap(([pattern, instead]) => (pattern.test(text) ? [`"${text}": say ${instead}`] : []))
}

/** The texts of a module that are meant for people. */
const textsOf = (file: string): string[] =>
  readVisibleText(file, readFileSync(path.join(ROOT, file), 'utf8')).map(({ text }) => text)

/** The prose of a page of Markdown: without its code, its links' targets and its anchors. */
const proseOf = (markdown: string): string[] =>
  markdown
    .replaceAll(/^```.*?^```$/gms, '')
    .replaceAll(/`[^`\n]*`/g, 'code')
    .replaceAll(/\]\([^)\s]*\)/g, ']')
    .replaceAll(/\{#[^}]*\}/g, '')
    .split('\n')

/** The files below a folder whose names have an ending. */
const filesBelow = (folder: string, ending: RegExp): string[] =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .map((name) => path.posix.join(folder, name))

const modules = ['app', 'components', 'extension'].flatMap((folder) => filesBelow(folder, /(?:^|[/-])words\.ts$/))
const guides = filesBelow('docs/guide', /\.md$/)

test('the interface uses the words of the glossary', () => {
  expect(modules.length).toBeGreaterThan(20)
  expect(modules.flatMap((file) => textsOf(file).flatMap((text) => avoidedIn(text, AVOIDED_ON_PAGES)))).toEqual([])
})

test('errors use the words of the glossary', () => {
  const texts = Object.values(PROBLEMS).flatMap(({ title, detail }) => [title, detail])
  expect(texts.flatMap((text) => avoidedIn(text, AVOIDED))).toEqual([])
})

test('the help of the command line uses the words of the glossary', () => {
  const commands = filesBelow('cli/commands', /(?<!\.test)\.ts$/)
  expect(commands.length).toBeGreaterThan(10)
  expect(commands.flatMap((file) => textsOf(file).flatMap((text) => avoidedIn(text, AVOIDED)))).toEqual([])
})

test('comments and names of tests are in plain words', () => {
  const files = [...readdirSync(ROOT), ...SOURCES.flatMap((folder) => filesBelow(folder, /(?:)/))].filter(
    (file) => (CODE.test(file) || WITH_COMMENTS.test(file)) && !NOT_OURS.test(file),
  )
  expect(files.filter((file) => CODE.test(file)).length).toBeGreaterThan(1000)
  expect(files.filter((file) => WITH_COMMENTS.test(file)).length).toBeGreaterThan(70)
  const found = files.flatMap((file) => {
    const source = readFileSync(path.join(ROOT, file), 'utf8')
    const avoided = CODE.test(file) ? avoidedInCode(file, source) : avoidedInComments(source)
    return avoided.map((one) => `${file}: ${one}`)
  })
  expect(found).toEqual([])
})

test('the guide uses the words of the glossary', () => {
  expect(guides.length).toBeGreaterThan(15)
  const found = guides.flatMap((file) =>
    proseOf(readFileSync(path.join(ROOT, file), 'utf8')).flatMap((line) => avoidedIn(line, AVOIDED)),
  )
  expect(found).toEqual([])
})

describe('a word to avoid is found', () => {
  test.each(["It can't go on.", 'There is no such job of yours.', 'Pay at once!'])('in "%s"', (text) => {
    expect(avoidedIn(text, AVOIDED).length).toBeGreaterThan(0)
  })

  test.each([
    'id String /// Whose it is.\n',
    '-- Of a user, the\n-- last one.\n',
    'key: value # What it is.\n',
    '    """Goes on."""\n',
    '/* Nobody. */',
  ])('in the comment %j', (source) => {
    expect(avoidedInComments(source)).toHaveLength(1)
  })

  test('in the name of a test', () => {
    expect(avoidedInCode('a.test.ts', "test('who waits is served', () => {})")).toHaveLength(1)
    expect(avoidedInCode('a.test.ts', "describe.each([])('a job of somebody', () => {})")).toHaveLength(1)
  })

  test('and the words that are used instead are not', () => {
    expect(avoidedIn('You can’t see your network address. Transcription continues immediately.', AVOIDED)).toEqual([])
  })
})
