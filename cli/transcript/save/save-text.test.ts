import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { saveText } from './save-text'

const folder = await mkdtemp(path.join(tmpdir(), 'verbatim-save-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

test('a file is replaced, by its own name or through a link, and nothing is left beside it', async () => {
  const [file, link] = [path.join(folder, 'a.srt'), path.join(folder, 'b.srt')]
  await writeFile(file, 'old')
  await symlink(file, link)
  await saveText(link, 'new')
  expect(await readFile(file, 'utf8')).toBe('new')
  expect((await readdir(folder)).sort()).toEqual(['a.srt', 'b.srt'])
})

test('a pipe stays a pipe, and is written into', async () => {
  const pipe = path.join(folder, 'pipe')
  await promisify(execFile)('mkfifo', [pipe])
  const [received] = await Promise.all([readFile(pipe, 'utf8'), saveText(pipe, 'text')])
  expect(received).toBe('text')
  expect((await stat(pipe)).isFIFO()).toBe(true)
})
