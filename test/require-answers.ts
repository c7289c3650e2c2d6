import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { PROBLEMS } from '@/lib/core/problem/problem-table'
import { requireExercised } from './exercised'

/** The tests of codes that are no responses of the API: those of the HTTP server, of signing in, and to an SDK. */
const BESIDE_THE_API: Readonly<Record<string, string>> = {
  address_too_long: 'server/http/front.test.ts',
  body_too_slow: 'server/http/receive-body.test.ts',
  cross_site_request: 'lib/sign-in/methods/to-link.integration.test.ts',
  email_unverified: 'lib/sign-in/methods/issuers.integration.test.ts',
  headers_too_large: 'server/http/front.test.ts',
  invalid_email: 'lib/sign-in/methods/to-link.integration.test.ts',
  issuer_unavailable: 'lib/sign-in/methods/issuers.integration.test.ts',
  sign_up_closed: 'lib/privacy/operators/operators.integration.test.ts',
}

/** The tools of the connector, each in a file with its name. */
function toolNames(): string[] {
  const files = readdirSync('lib/mcp/tools').filter((name) => !name.endsWith('.test.ts'))
  return files.map((name) => path.parse(name).name.replaceAll('-', '_'))
}

/**
 * Every error code is in a response to `service.call` or of the served API, or in a test that is named here. Every tool of the
 * connector has answered a client with a result.
 */
export default function requireAnswers(project: TestProject): Promise<() => Promise<void>> {
  const isElsewhere = (code: string) => {
    const file = BESIDE_THE_API[code]
    return file !== undefined && readFileSync(file, 'utf8').includes(code)
  }
  const codes = Object.keys(PROBLEMS).filter((code) => !isElsewhere(code))
  return requireExercised(project, [...codes, ...toolNames()])
}
