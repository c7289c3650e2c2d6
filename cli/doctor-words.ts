import type {
  CheckStatus,
  KeptAnswerView,
  LiveChecks,
  MachineCheck,
  ProbePart,
  ProbeResult,
} from '@/lib/health/doctor/contract'
import { toTable } from './terminal/to-table'

const STATUS: Readonly<Record<CheckStatus, string>> = { ok: 'ok', warning: 'warning', failed: 'FAILED' }

/** Rows as a table, with what to do below it. */
function withActions(
  rows: readonly (readonly string[])[],
  actions: readonly (readonly [string, string | null])[],
): string {
  const todo = actions.flatMap(([name, action]) => (action === null ? [] : [`${name}: ${action}\n`]))
  return `${toTable(rows)}${todo.length > 0 ? `\n${todo.join('')}` : ''}`
}

export function checksText(checks: readonly MachineCheck[]): string {
  const rows = checks.map(({ name, status, seen }) => [STATUS[status], name, seen])
  return withActions(
    rows,
    checks.map(({ name, action }) => [name, action] as const),
  )
}

function partText(part: ProbePart | null): string {
  if (!part) return '-'
  const seconds = part.seconds === null ? '' : `, ${part.seconds.toFixed(1)} s`
  return `${part.code ?? (part.found ? 'yes' : 'none')}${seconds}`
}

const probeRow = ({ status, platform, captions, sound }: ProbeResult) => [
  STATUS[status],
  platform,
  partText(captions),
  partText(sound),
]

export function liveText({ network, platforms }: LiveChecks): string {
  if (platforms.length === 0) return checksText([network])
  const actions = [network, ...platforms.map(({ platform, action }) => ({ name: platform, action }))]
  return withActions(
    [['', 'platform', 'captions', 'sound'], ...platforms.map(probeRow)],
    actions.map(({ name, action }) => [name, action] as const),
  )
}

/** The answers that were not understood, for people. */
export function answersText(answers: readonly KeptAnswerView[]): string {
  if (answers.length === 0) return 'No answer was kept: every one was understood.\n'
  return toTable(
    answers.map(({ kept_at, platform, extractor, host, path, status, body_bytes }) => [
      kept_at,
      platform,
      extractor,
      `${host ?? ''}${path ?? ''}`,
      status === null ? '' : String(status),
      `${body_bytes} bytes`,
    ]),
  )
}

/** Whether anything has failed, by which the exit code is 1. */
export function hasFailed(checks: readonly MachineCheck[], live: LiveChecks | null): boolean {
  return [...checks, ...(live ? [live.network, ...live.platforms] : [])].some(({ status }) => status === 'failed')
}
