import { expect, test } from 'vitest'
import { sniffContainer } from './sniff-container'

const ts = Buffer.alloc(600)
for (const packet of [0, 1, 2]) ts[packet * 188] = 0x47

test.each([
  ['mp4', Buffer.from('\0\0\0\x20ftypisom', 'latin1')],
  ['mp4', Buffer.from('\0\0\0\x08wide\0\0', 'latin1')],
  ['matroska', Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x93])],
  ['wav', Buffer.from('RIFF\x24\0\0\0WAVEfmt ', 'latin1')],
  ['mpegts', ts],
  ['mpeg-audio', Buffer.from([0xff, 0xfb, 0x90, 0x64])],
  ['mpeg-audio', Buffer.from([0xff, 0xf1, 0x50, 0x80])],
])('knows %s', (container, head) => {
  expect(sniffContainer(head)).toBe(container)
})

test.each([
  ['text', Buffer.from('hello text, which is no media at all')],
  ['nothing', Buffer.alloc(0)],
  ['one byte', Buffer.from('x')],
  ['zeros', Buffer.alloc(600)],
  ['a HEIC image', Buffer.from('\0\0\0\x20ftypheic', 'latin1')],
  ['a WebP image', Buffer.from('RIFF\x24\0\0\0WEBPVP8 ', 'latin1')],
  ['UTF-16 text', Buffer.from([0xff, 0xfe, 0x41, 0x00])],
  ['a PNG image', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
])('does not take %s for media', (_, head) => {
  expect(sniffContainer(head)).toBeNull()
})
