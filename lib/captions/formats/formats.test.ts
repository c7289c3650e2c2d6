import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { downloadFormat, isBinary } from '../document-files'
import { canonicalFormat, FORMATS } from '../transcript'
import { DOWNLOADS } from './downloads'
import { FORMAT_LIST, READ_FORMATS, writtenFormat } from './formats'

const SEGMENTS = [{ startMs: 1000, endMs: 2000, text: 'Hello there.' }]
const README = readFileSync(path.resolve(import.meta.dirname, '../../../README.md'), 'utf8')

test('the list of formats and that of downloads name the same', () => {
  const ids = FORMAT_LIST.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  const downloads = FORMAT_LIST.filter((format) => 'mediaType' in format)
  expect(downloads.map(({ id }) => id).sort()).toEqual(DOWNLOADS.map(({ id }) => id).sort())
  for (const download of DOWNLOADS) expect(FORMAT_LIST).toContainEqual(expect.objectContaining(download))
})

test('every format that JSON can hold is written, but JSON itself', () => {
  const input = { lang: 'en', title: null, sourceUrl: '', timeUrl: () => '', layout: undefined, words: false }
  for (const format of FORMATS.filter((id) => id !== 'json')) {
    expect(writtenFormat(format).render(SEGMENTS, { ...input, names: new Map() }), format).toContain('Hello there.')
  }
})

test('each name belongs to only one format', () => {
  const names = DOWNLOADS.flatMap(({ id, aliases }) => [id, ...aliases])
  expect(new Set(names).size).toBe(names.length)
  for (const { id, aliases } of DOWNLOADS) for (const name of [id, ...aliases]) expect(downloadFormat(name)).toBe(id)
  expect([canonicalFormat('MD '), canonicalFormat('docx'), canonicalFormat('doc')]).toEqual(['markdown', null, null])
})

test('formats are recognised in one way each, and have names of files', () => {
  for (const format of READ_FORMATS) {
    expect(Number('detect' in format) + Number('lineDetector' in format), format.id).toBe(1)
    expect([format.endings.length > 0, format.label !== '', format.origin !== ''], format.id).toEqual([
      true,
      true,
      true,
    ])
  }
})

test('the README names every format that is written', () => {
  const [sentence = ''] = /The response is [^.]{1,200}\./.exec(README) ?? []
  for (const { label } of DOWNLOADS.filter(({ id }) => !isBinary(id))) expect(sentence).toContain(label)
})
