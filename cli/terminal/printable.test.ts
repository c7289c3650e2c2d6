import { expect, test } from 'vitest'
import { oneLine, printable } from './printable'
import { cutToColumns } from './terminal'
import { toTable } from './to-table'

test('control characters are left out of text by others', () => {
  expect(printable('\u001b]0;owned\u0007\u001b[2Jred\r\n\u009b31mok\ttab')).toBe(']0;owned[2Jred\n31mok\ttab')
  expect(oneLine('a\n b\u202e\t c ')).toBe('a b c')
})

test('columns are aligned by what is seen, not by how many characters it takes', () => {
  expect(
    toTable([
      ['日本', 'x'],
      ['abcde', 'y'],
    ]),
  ).toBe('日本   x\nabcde  y\n')
})

test('a line is cut where the terminal ends, between letters', () => {
  expect(cutToColumns('abcdef', 6)).toBe('abcdef')
  expect(cutToColumns('abcdefg', 6)).toBe('abcde…')
  expect(cutToColumns('日本語日本語', 6)).toBe('日本…')
})
