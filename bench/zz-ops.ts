import { writeFileSync } from 'node:fs'
import { setEnv } from '@/lib/platform/env'
import { openApiDocument } from '@/lib/api/openapi'
setEnv({ BASE_URL: 'http://localhost:3000' })
writeFileSync('/tmp/openapi.json', JSON.stringify(openApiDocument(), null, 2))
