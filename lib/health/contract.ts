import { z } from 'zod'
import { defineOperation } from '@/lib/platform/operation'

const healthSchema = z.record(z.string(), z.string()).meta({ id: 'Health' })

export const getHealth = defineOperation({
  id: 'getHealth',
  method: 'get',
  path: '/health',
  summary: 'Whether the service works, and with what',
  tag: 'Health',
  access: 'public',
  limit: 'frequent',
  success: healthSchema,
  answers: {
    200: { description: 'It works', schema: healthSchema },
    503: { description: 'It does not; `status` and the other fields say why', schema: healthSchema },
  },
})
