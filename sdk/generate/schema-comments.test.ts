import { expect, test } from 'vitest'
import { pythonSchema } from './python-schema'
import type { Field, GeneratedSchema } from './type-model'
import { typescriptSchema } from './typescript-schema'

function schemaWith(description: string): GeneratedSchema {
  const field: Field = { name: 'text', type: { kind: 'string' }, required: false, description }
  return { objects: [{ name: 'Thing', fields: [field] }], operations: [], messages: [], codes: [] }
}

test('a description cannot end the comment that contains it', () => {
  expect(typescriptSchema(schemaWith('Ends */ here'))).toContain('/** Ends *\\/ here */')
  expect(pythonSchema(schemaWith('Ends """ here, or "there"'))).toContain('"""Ends \\"\\"\\" here, or "there\\""""')
})

test('an optional field may be undefined', () => {
  expect(typescriptSchema(schemaWith('A text'))).toContain('  text?: string | undefined\n')
})
