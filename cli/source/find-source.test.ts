import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findSource } from './find-source'

const folder = await mkdtemp(path.join(tmpdir(), 'verbatim-source-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

test.each(['memo.caf', 'clip.mpg', 'x.webvtt', 'talk', 'notes.pdf', 'example.com'])(
  'a word that names a file here is that file, with any ending: %s',
  async (name) => {
    const file = path.relative('.', path.join(folder, name))
    await writeFile(file, 'x')
    expect(await findSource(file)).toEqual({ kind: 'file', label: file, path: file, name })
  },
)

test.each(['./talk', 'memo.caf', 'clip.mpg', 'x.webvtt', 'talk.mp3'])(
  'a missing %s is reported as a file',
  async (name) => {
    await expect(findSource(name)).rejects.toMatchObject({ code: 'file_unreadable' })
  },
)

test.each(['example.com', 'youtu.be/x', 'https://example.com/talk.caf', 'example.com/talk.mp3'])(
  '%s without a file of that name is a link',
  async (name) => {
    expect(await findSource(name)).toEqual({ kind: 'link', label: name, link: name })
  },
)
