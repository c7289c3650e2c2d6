import { expect, test } from 'vitest'
import type { Transcript } from '@/lib/captions/transcript'
import { fileNameOf, formatOfName } from './file-name'

const link = { kind: 'link', label: 'x', link: 'x' } as const

function nameOf(title: string | null, format: Transcript['format'] = 'srt'): string {
  const transcript: Pick<Transcript, 'title' | 'video_id' | 'format'> = { title, video_id: 'id1', format }
  return fileNameOf(link, transcript)
}

test('a file is called by title and id, or like the file it was made of', () => {
  expect(nameOf('A talk')).toBe('A talk [id1].srt')
  expect(nameOf(null, 'markdown')).toBe('id1.md')
  const file = { kind: 'file', label: 'a/b.c.mp4', path: 'a/b.c.mp4', name: 'b.c.mp4' } as const
  expect(fileNameOf(file, { title: 'Other', video_id: 'id1', format: 'text' })).toBe('b.c.txt')
})

test('nothing in a title leads elsewhere, or is refused by Windows', () => {
  expect(nameOf('../../etc/passwd')).not.toMatch(/[/\\]|^\./)
  expect(nameOf('a:b*c?"<d>|\u0000\u202ee')).toBe('a b c d e [id1].srt')
  expect(nameOf('x'.repeat(300)).length).toBeLessThanOrEqual(104)
  const reserved = { kind: 'file', label: 'con.mp3', path: 'con.mp3', name: 'con.mp3' } as const
  expect(fileNameOf(reserved, { title: null, video_id: 'v', format: 'srt' })).toBe('transcript con.srt')
})

test('the format follows from the ending of a file name', () => {
  expect(['a.SRT', 'b.md', 'c.txt', 'd.mp3', 'e'].map(formatOfName)).toEqual(['srt', 'markdown', 'text', null, null])
})
