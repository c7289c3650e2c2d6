import type { Actor } from '@/lib/platform/actor'
import { authenticate } from './authenticate'
import { localActor } from './local-account'
import { mayActLocally } from './may-act-locally'

/**
 * Who sends a request: the bearer of a credential or, without one, in local mode, whoever sits at this machine. Throws
 * `missing_credentials` and `invalid_credentials`.
 */
export async function identify(headers: Headers): Promise<Actor> {
  const authorization = headers.get('authorization')
  const local = !authorization && mayActLocally(headers) ? await localActor() : null
  return local ?? authenticate(authorization)
}
