import { z } from 'zod'
import { defineOperation } from '@/lib/core/operations/operation'

const healthSchema = z.record(z.string(), z.string()).meta({ id: 'Health' })

const readySchema = z.object({ status: z.enum(['ready', 'unavailable']) }).meta({ id: 'Readiness' })

export const getReadiness = defineOperation({
  id: 'getReadiness',
  method: 'get',
  path: '/ready',
  summary: 'Check whether this process can answer requests now',
  description: 'For load balancers: 503 while its database does not answer, and while it starts or stops.',
  tag: 'Health',
  access: 'public',
  limit: 'frequent',
  success: readySchema,
  answers: {
    200: { description: 'It can', schema: readySchema },
    503: { description: 'It cannot', schema: readySchema },
  },
})

export const getHealth = defineOperation({
  id: 'getHealth',
  method: 'get',
  path: '/health',
  summary: 'Check whether the service works, and its components',
  description:
    '503 when something that everything needs is down. Each field says how a component is; optional ones may be down in a healthy service.',
  tag: 'Health',
  access: 'public',
  limit: 'frequent',
  success: healthSchema,
  answers: {
    200: { description: 'The service works', schema: healthSchema },
    503: { description: 'The service is unavailable; `status` and the other fields say why', schema: healthSchema },
  },
})
