const UNIT_MS: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }

/**
 * When something is due that is given in the protocol's form: an ISO 8601 instant, or a time from now such as `1d2h30s`
 * (weeks, days, hours, minutes, seconds). Throws when it is neither.
 */
export function wakeTime(text: string, nowMs: number = Date.now()): Date {
  if (/^\d{4}-/.test(text) && !Number.isNaN(Date.parse(text))) return new Date(text)
  if (!/^(\d+(\.\d+)?[smhdw])*$/.test(text)) throw new Error(`"${text}" is neither an instant nor a duration`)
  let durationMs = 0
  for (const [, count, unit] of text.matchAll(/(?<![\d.])([\d.]+)([smhdw])/g)) {
    durationMs += Number(count) * (UNIT_MS[unit ?? ''] ?? 0)
  }
  return new Date(nowMs + durationMs)
}
