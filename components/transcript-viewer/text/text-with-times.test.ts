import { expect, test } from 'vitest'
import { textWithTimes } from './paragraphs'

test('each paragraph is led by its time', () => {
  const lines = [
    { start: 0.3, end: 2, text: 'Ask not' },
    { start: 2, end: 3, text: 'what.' },
    { start: 3661.9, end: 3663, text: 'The end.' },
  ]
  expect(textWithTimes(lines, 'en')).toBe('[0:00] Ask not what.\n\n[1:01:01] The end.\n')
})
