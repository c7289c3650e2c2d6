import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { baseOf, changedFiles, testsBeside } from './changed-files.mjs'

const folder = await mkdtemp(path.join(tmpdir(), 'verbatim-changed-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const ME = ['-c', 'user.name=Test', '-c', 'user.email=test@verbatim.test', '-c', 'commit.gpgsign=false']
const git = (...args: string[]) => execFileSync('git', ['-C', folder, ...ME, ...args], { encoding: 'utf8' }).trim()
const write = (name: string, text: string) => writeFile(path.join(folder, name), text)
const commit = (message: string) => {
  git('add', '--all')
  git('commit', '--quiet', '--message', message)
  return git('rev-parse', 'HEAD')
}

test('differences from a commit are later commits, changes that are not committed, and new files', async () => {
  git('init', '--quiet', '--initial-branch', 'main')
  await write('old.ts', '1')
  await write('gone.ts', '1')
  await write('.gitignore', 'ignored.ts\n')
  const first = commit('first')
  await write('committed.ts', '1')
  git('rm', '--quiet', 'gone.ts')
  const second = commit('second')
  await write('old.ts', '2')
  await write('new file.ts', '1')
  await write('ignored.ts', '1')
  expect(await changedFiles(first, folder)).toEqual(['committed.ts', 'new file.ts', 'old.ts'])
  expect(await changedFiles(second, folder)).toEqual(['new file.ts', 'old.ts'])
  expect(await baseOf('HEAD~1', folder)).toBe(first)

  git('stash', '--quiet', '--include-untracked')
  git('checkout', '--quiet', '-b', 'other', first)
  await write('other.ts', '1')
  commit('on another branch')
  // Commits of the other branch after the common one are no change of this branch.
  expect(await baseOf('main', folder)).toBe(first)
})

test('a name that is no commit is refused', async () => {
  await expect(baseOf('nowhere', folder)).rejects.toThrow(/git .* failed/)
  await expect(baseOf('--help', folder)).rejects.toThrow(/git .* failed/)
})

test('the tests beside a change are those named after it, and changed tests', () => {
  const names: Record<string, string[]> = {
    lib: [
      'cue.ts',
      'cue.test.ts',
      'cue.deep.test.ts',
      'cue.integration.test.ts',
      'cue-times.test.ts',
      'cue.process.test.ts',
    ],
    '.': ['deployment.test.ts', 'package.json'],
  }
  const beside = (...files: string[]) => testsBeside(files, (folder) => names[folder] ?? [])
  expect(beside('lib/cue.ts', 'lib/cue.test.ts', 'package.json')).toEqual([
    'lib/cue.integration.test.ts',
    'lib/cue.test.ts',
  ])
  expect(beside('lib/cue.deep.test.ts')).toContain('lib/cue.deep.test.ts')
  expect(beside('lib/cue-times.test.ts', 'deployment.test.ts')).toEqual(['deployment.test.ts', 'lib/cue-times.test.ts'])
})
