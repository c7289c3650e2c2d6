import { expect, test } from 'vitest'
import { toPrompt } from './to-prompt'

test('terms come before the prompt, and nothing without words', () => {
  expect(toPrompt({ prompt: '', terms: [] })).toBeNull()
  expect(toPrompt({ prompt: '', terms: ['Siobhán', 'Kowalczyk'] })).toBe('Siobhán, Kowalczyk')
  expect(toPrompt({ prompt: 'A talk on bees.', terms: [] })).toBe('A talk on bees.')
  expect(toPrompt({ prompt: 'A talk on bees.', terms: ['Nguyen'] })).toBe('Nguyen. A talk on bees.')
})

test.each([
  ['Latin', 'word ', 600],
  ['Japanese', '蜂の話。', 200],
])('a prompt in %s is as long as an engine reads, and ends as it was sent', (_, part, characters) => {
  const prompt = toPrompt({ prompt: `${part.repeat(200)}the end`, terms: ['Nguyen'.repeat(200)] }) ?? ''
  expect(Array.from(prompt).length).toBeLessThanOrEqual(characters + 7)
  expect(Array.from(prompt).length).toBeGreaterThan(characters * 0.8)
  expect(prompt).toMatch(/the end$/)
  const many =
    toPrompt({ prompt: '', terms: Array.from({ length: 300 }, (__, index) => `${part.trim()}${index}`) }) ?? ''
  expect(many).toContain(`${part.trim()}0, ${part.trim()}1`)
  expect(Array.from(many).length).toBeLessThanOrEqual(600)
})
