import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { describeForeign } from './foreign-file'

const bytes = (latin1: string) => Buffer.from(latin1, 'latin1')
const tar = Buffer.concat([Buffer.from('talk.mp3'), Buffer.alloc(249), Buffer.from('ustar\x0000')])

test.each<[string, Buffer]>([
  ['a ZIP archive', bytes('PK\x03\x04\x14\0\0\0\b\0talk.mp3')],
  ['a ZIP archive', bytes('PK\x05\x06\0\0\0\0')],
  ['an Office document', bytes('PK\x03\x04\x14\0\x06\0\b\0[Content_Types].xml \xa2')],
  ['an Office document', bytes('PK\x03\x04\x14\0\0\b\0\0mimetypeapplication/vnd.oasis.opendocument.text')],
  ['an Office document', bytes('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0')],
  ['an Office document', bytes('{\\rtf1\\ansi Hello}')],
  ['an e-book', bytes('PK\x03\x04\n\0\0\0\0\0mimetypeapplication/epub+zip')],
  ['a gzip archive', gzipSync('hello')],
  ['a 7-Zip archive', bytes('7z\xbc\xaf\x27\x1c\0\x04')],
  ['a RAR archive', bytes('Rar!\x1a\x07\x01\0')],
  ['a tar archive', tar],
  ['a compressed archive', bytes('BZh91AY&SY')],
  ['a compressed archive', bytes('\xfd7zXZ\0\0\x04')],
  ['a compressed archive', bytes('\x28\xb5\x2f\xfd\x04\0')],
  ['a PDF document', bytes('%PDF-1.7\n%\xe2\xe3\xcf\xd3')],
  ['a program', bytes('\x7fELF\x02\x01\x01\0')],
  ['a program', bytes('MZ\x90\0\x03\0\0\0')],
  ['a program', bytes('\xcf\xfa\xed\xfe\x07\0\0\x01')],
  ['a program', bytes('\xca\xfe\xba\xbe\0\0\0\x02')],
  ['a script', bytes('#!/bin/sh\nrm -rf /\n')],
  ['an image', bytes('\x89PNG\r\n\x1a\n\0\0\0\rIHDR')],
  ['an image', bytes('\xff\xd8\xff\xe0\0\x10JFIF')],
  ['an image', bytes('RIFF\x24\0\0\0WEBPVP8 ')],
  ['an image', bytes('\0\0\0\x20ftypheic')],
  ['an image', bytes('BM\x36\0\x0c\0\0\0\0\0\x36\0')],
  ['an image', bytes('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['a MIDI file', bytes('MThd\0\0\0\x06\0\x01')],
  ['a database', bytes('SQLite format 3\0\x10\0')],
  ['a web page', bytes('\n<!DOCTYPE html>\n<html><body>Talk</body></html>')],
  ['a web page', Buffer.from('\ufeff<html lang="en">', 'utf16le')],
  ['a playlist', bytes('#EXTM3U\n#EXTINF:10,\ntalk.mp3\n')],
  ['a text without times', bytes('Dear listeners,\r\nthe talk is tomorrow.\f')],
  ['a text without times', Buffer.from('Сегодня мы говорим')],
])('%s is named, with the next step', (kind, head) => {
  expect(describeForeign(head)).toMatch(new RegExp(`^This is ${kind}.*\\. .*(?:[Uu]pload|[Pp]aste).*\\.$`))
})

test.each<[string, Buffer]>([
  ['AMR, which begins as a script does', bytes('#!AMR\n\x7c\x7c')],
  ['MP4', bytes('\0\0\0\x20ftypisom')],
  ['WAV', bytes('RIFF\x24\0\0\0WAVEfmt ')],
  ['ADTS', bytes('\xff\xf1\x50\x80\0\0')],
  ['bytes that announce nothing', Buffer.alloc(600)],
  ['no bytes', Buffer.alloc(0)],
])('%s is not taken for something else', (_, head) => {
  expect(describeForeign(head)).toBeNull()
})
