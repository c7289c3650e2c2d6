import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Earlier subjects have other forms. */
const SINCE = '2026-11-26T00:00:00Z'
/** https://www.conventionalcommits.org/en/v1.0.0, in lower case and without a full stop. */
const SUBJECT = /^(?:build|chore|docs|feat|fix|perf|refactor|test)(?:\([a-z][a-z0-9-]*\))?!?: [^\sA-Z](?:.*[^\s.])?$/
const MAX_CHARACTERS = 72

const isWellFormed = (subject: string) => SUBJECT.test(subject) && subject.length <= MAX_CHARACTERS

test.skipIf(!existsSync('.git'))('the subjects of commits follow Conventional Commits', () => {
  const subjects = execFileSync('git', ['log', '--no-merges', `--since=${SINCE}`, '--format=%s'], { encoding: 'utf8' })
  expect(subjects.split('\n').filter((subject) => subject !== '' && !isWellFormed(subject))).toEqual([])
})

test.each([
  ['fix(captions): keep text after a bare "<" in TTML', true],
  ['docs: name the sites', true],
  ['Keep text after a bare "<" in TTML', false],
  ['fix(captions): Keep text', false],
  ['fix(captions): keep text.', false],
  [`fix: ${'a'.repeat(70)}`, false],
])('%s is judged as %s', (subject, expected) => {
  expect(isWellFormed(subject)).toBe(expected)
})
