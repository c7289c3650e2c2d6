import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { generatedFiles } from './generated-files'

const files = generatedFiles()

test.each([...files.keys()])('%s is what "npm run sdk" writes for the current API', async (file) => {
  expect(await readFile(file, 'utf8')).toBe(files.get(file))
})

test('the types of both packages have the fields of the API', () => {
  expect(files.get('sdk/typescript/src/schema.ts')).toContain("  status: 'queued' | 'in_progress' | 'done' | 'error'\n")
  expect(files.get('sdk/python/src/verbatim/schema.py')).toContain('    transcript: Optional[Transcript]\n')
})

test('operations that take an Idempotency-Key are marked', () => {
  expect(files.get('sdk/typescript/src/operations.ts')).toContain(
    "createTranscript: { method: 'POST', path: '/v1/transcript', takesKey: true }",
  )
})
