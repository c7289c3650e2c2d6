import { ApiError } from '@/lib/api/client'
import { problemSchema } from '@/lib/core/problem/problem-schema'
import { csrfTokenSchema, type SignInBegun, signInBegunSchema } from '@/lib/sign-in/contract'

/**
 * Begins a sign-in: `method` is an issuer's id, or `email` with an address to send a link to. Throws `ApiError`, and what
 * `fetch` throws.
 */
export async function beginSignIn(
  method: string,
  fields: { email?: string; callbackUrl: string },
): Promise<SignInBegun> {
  const csrf = await fetch('/api/auth/csrf')
  const { csrfToken } = csrfTokenSchema.parse(await csrf.json())
  const body = new URLSearchParams({ ...fields, csrfToken })
  const answer = await fetch(`/api/auth/signin/${encodeURIComponent(method)}`, { method: 'POST', body })
  const said: unknown = await answer.json()
  if (!answer.ok) throw new ApiError(problemSchema.parse(said))
  return signInBegunSchema.parse(said)
}
