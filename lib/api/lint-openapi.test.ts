import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import { setEnv } from '@/lib/core/env'
import { openApiDocument } from './openapi'

setEnv({ BASE_URL: 'https://verbatim.test' })

test('the OpenAPI document follows the recommended rules of Redocly', async () => {
  const config = await createConfig({ extends: ['recommended'], rules: { 'operation-tag-defined': 'error' } })
  const found = await lintFromString({ source: JSON.stringify(openApiDocument()), config })
  expect(found.map(({ ruleId, message, location: [place] }) => `${ruleId}: ${message} (${place?.pointer})`)).toEqual([])
})
