import { expect, test } from 'vitest'
import { imageType } from './image-type'

const bytes = (text: string) => Buffer.from(text, 'latin1')

test.each([
  ['image/jpeg', '\xff\xd8\xff\xe0 and more'],
  ['image/png', '\x89PNG\r\n\x1a\n and more'],
  ['image/webp', 'RIFF\x10\x00\x00\x00WEBPVP8 '],
  ['image/avif', '\x00\x00\x00\x1cftypavif'],
  ['image/gif', 'GIF89a and more'],
])('imageType recognizes %s by its first bytes', (type, start) => {
  expect(imageType(bytes(start))).toBe(type)
})

test.each([
  '',
  '<svg xmlns="http://www.w3.org/2000/svg"/>',
  '<?xml version="1.0"?><svg/>',
  '<!doctype html>',
  ' \xff\xd8\xff',
  'RIFF\x10\x00\x00\x00WAVE',
])('%j is no picture', (start) => {
  expect(imageType(bytes(start))).toBeNull()
})
