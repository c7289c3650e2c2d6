import { expect, test } from 'vitest'
import { FORMATS } from '@/lib/captions/transcript'
import { Problem } from '@/lib/core/problem/problem'
import { parseFormat } from './parse-format'

function problemOf(name: string): Problem {
  try {
    parseFormat(name)
  } catch (error) {
    if (error instanceof Problem) return error
  }
  throw new Error(`${name} is a format`)
}

test('an unknown format is answered with all formats, in the sentence and in the context', () => {
  const { code, message, context } = problemOf('docx')
  expect([code, context.supported]).toEqual(['unsupported_format', FORMATS])
  const named = message.replace(/^Format should be |\.$/g, '').split(/, | or /)
  expect(named).toEqual(FORMATS)
})
