import { z } from 'zod'
import type { Prisma } from '@/lib/core/generated/prisma/client'
import { SandboxRefusal } from './refusal'
import type { Shown } from './show'

type Gone = { id: string; object: 'customer'; deleted: true }
type Answer = Shown | Gone | { object: 'list'; data: Shown[] | unknown[]; has_more: boolean; url: string }

/** One operation of the API: `path` has `{id}` in place of an id. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  answer: (tx: Prisma.TransactionClient, form: Record<string, unknown>, id: string) => Promise<Answer>
}

export const expandParam = z.array(z.string()).default([])
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true')
export const whole = z
  .string()
  .regex(/^\d{1,12}$/)
  .transform(Number)

function refusalOf(issue: z.core.$ZodIssue): SandboxRefusal {
  const param = issue.path.reduce<string>((name, part) => (name ? `${name}[${String(part)}]` : String(part)), '')
  if (issue.code === 'unrecognized_keys') {
    const unknown = param ? `${param}[${issue.keys[0]}]` : (issue.keys[0] ?? '')
    return new SandboxRefusal(400, `Received unknown parameter: ${unknown}`, {
      code: 'parameter_unknown',
      param: unknown,
    })
  }
  const missing = issue.code === 'invalid_type' && issue.input === undefined
  const code = missing ? 'parameter_missing' : 'parameter_invalid'
  return new SandboxRefusal(400, missing ? `Missing required param: ${param}.` : `Invalid ${param}`, { code, param })
}

/** Declares an operation. Its parameters are judged strictly: one that is not known here is refused, as Stripe does. */
export function endpoint<S extends z.ZodObject>(
  method: Endpoint['method'],
  path: string,
  params: S,
  answer: (tx: Prisma.TransactionClient, params: z.output<S>, id: string) => Promise<Answer>,
): Endpoint {
  const strict = params.strict()
  return {
    method,
    path,
    answer: (tx, form, id) => {
      const parsed = strict.safeParse(form, { reportInput: true })
      if (parsed.success) return answer(tx, parsed.data as z.output<S>, id)
      const [issue] = parsed.error.issues
      throw issue ? refusalOf(issue) : parsed.error
    },
  }
}

/** A list as Stripe answers it. */
export function listOfShown<T>(url: string, data: T[]): { object: 'list'; data: T[]; has_more: boolean; url: string } {
  return { object: 'list', data, has_more: false, url }
}
