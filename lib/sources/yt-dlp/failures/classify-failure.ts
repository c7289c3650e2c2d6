import { log } from '@/lib/core/log'
import { Problem } from '@/lib/core/problem/problem'
import type { ProblemCode } from '@/lib/core/problem/problem-table'
import { describeEnding, type ProgramRun, wasInterrupted } from '@/lib/core/programs/run-program'
import type { EgressRefusal } from '@/lib/net/egress-proxy/egress-grant'
import type { Platform } from '@/lib/platforms/platforms'
import { siteOfExtractor, sourceOf } from '@/lib/platforms/site-sources'
import { errorLine, lastLine } from './error-line'
import { FAILURE_PHRASES, type FailurePhrase } from './failure-phrases'

const USAGE_ERROR = 2
const FILTERED = 101
const OLD = 'The yt-dlp on this server is too old for Verbatim. Update it with "pip install --upgrade yt-dlp".'
const BROKEN = 'The yt-dlp on this server does not run. Install it again with "pip install --upgrade yt-dlp".'

/** The meaning of this service's egress refusals, for which yt-dlp only reports a failed connection. */
const REFUSED: Record<EgressRefusal['reason'], ProblemCode> = {
  private_address: 'blocked_url',
  host_not_allowed: 'upstream_changed',
  port_not_allowed: 'upstream_changed',
  malformed: 'upstream_changed',
  too_many_bytes: 'file_too_large',
  too_many_connections: 'upstream_changed',
  unreachable: 'upstream_timeout',
  timeout: 'upstream_timeout',
}

/** Messages of Python, or of the shell that starts it, for a broken installation. */
const NOT_INSTALLED_WELL =
  /ModuleNotFoundError|ImportError|SyntaxError|No module named|not found$|No such file or directory$|Permission denied$|Exec format error/

/** The machine lacks memory, threads or file handles. */
const OUT_OF_RESOURCES = /\bMemoryError\b|\[Errno (?:12|23|24)\]|can't start new thread/

/** Its message after a signal that it handles. */
const INTERRUPTED = /^ERROR: Interrupted by user/m

/** In a warning: a refused request on the way often ends in words that tell nothing. */
const TOO_MANY_REQUESTS = /HTTP Error 429\b/

/** Codes of messages that only say that the request failed. */
const VAGUE: ReadonlySet<ProblemCode> = new Set([
  'upstream_changed',
  'upstream_blocked',
  'upstream_failed',
  'upstream_timeout',
])

/** The extractor that an error line names. */
const EXTRACTOR = /^ERROR: \[([\w:.+-]{1,60})\] /m

type Meaning = Omit<FailurePhrase, 'phrase'>

/** Classifies one error line of yt-dlp by the table of phrases; `upstream_changed` for an unknown line. */
export function classifyLine(line: string, platform: Platform): Problem {
  const own = sourceOf(platform)?.ytDlp.failures ?? []
  const known = [...own, ...FAILURE_PHRASES].find(({ phrase }) => phrase.test(line))
  const { code, detail, reason }: Meaning = known ?? { code: 'upstream_changed' }
  if (!known) log.warn('yt-dlp failed with an unknown message', { platform, said: line })
  return new Problem(code, {
    cause: `yt-dlp: ${line}`,
    ...(detail === undefined ? {} : { detail }),
    ...(reason === undefined ? {} : { context: { reason } }),
  })
}

function byItsWords(run: ProgramRun, platform: Platform): Problem {
  if (wasInterrupted(run) || INTERRUPTED.test(run.stderr)) {
    return new Problem('service_unavailable', { cause: `yt-dlp: ${describeEnding(run)}` })
  }
  if (run.ended === 'timedOut') return new Problem('upstream_timeout')
  if (run.ended === 'outputTooLong') return new Problem('upstream_changed', { cause: 'yt-dlp told too much' })
  if (run.ended === 'exited' && run.exitCode === FILTERED) return new Problem('source_live')
  const line = errorLine(run.stderr)
  if (OUT_OF_RESOURCES.test(line ?? lastLine(run.stderr))) {
    return new Problem('service_unavailable', { cause: `yt-dlp: ${line ?? lastLine(run.stderr)}` })
  }
  if (line !== null) {
    const problem = classifyLine(line, siteOfExtractor(EXTRACTOR.exec(run.stderr)?.[1]) ?? platform)
    const isBlocked = problem.code === 'upstream_changed' && TOO_MANY_REQUESTS.test(run.stderr)
    return isBlocked ? new Problem('upstream_blocked', { cause: problem.cause }) : problem
  }
  const said = lastLine(run.stderr)
  const cause = `yt-dlp: ${describeEnding(run)}: ${said}`
  const isOld = run.ended === 'exited' && run.exitCode === USAGE_ERROR
  // yt-dlp crashed over the platform's answer: the platform has changed, and the installation is not broken.
  if (!isOld && !NOT_INSTALLED_WELL.test(said)) return new Problem('upstream_changed', { cause })
  const detail = isOld ? OLD : BROKEN
  return new Problem('transcriber_unavailable', { detail, cause, context: { program: 'yt-dlp' } })
}

/** The meaning of a failed yt-dlp run for the user. */
export function classifyFailure(run: ProgramRun, refusals: readonly EgressRefusal[], platform: Platform): Problem {
  const strange = refusals.filter(({ reason }) => reason === 'host_not_allowed')
  if (strange.length > 0) log.warn('yt-dlp was refused access to unknown hosts', { platform, refusals: strange })
  if (refusals.some(({ reason }) => reason === 'private_address')) return new Problem('blocked_url')
  const problem = byItsWords(run, platform)
  const refusal = refusals.at(-1)
  return refusal && VAGUE.has(problem.code) ? new Problem(REFUSED[refusal.reason], { cause: problem.cause }) : problem
}
