import { z } from 'zod'
import { compareVersions } from './compare-versions.mjs'

const eventSchema = z.object({
  introduced: z.string().optional(),
  fixed: z.string().optional(),
  last_affected: z.string().optional(),
})
const affectedSchema = z.object({
  package: z.object({ ecosystem: z.string(), name: z.string() }).optional(),
  ranges: z.array(z.object({ type: z.string(), events: z.array(eventSchema) })).default([]),
  versions: z.array(z.string()).default([]),
})

/** An advisory in the format of OSV (https://ossf.github.io/osv-schema), as far as it is read here. */
export const advisorySchema = z.object({
  id: z.string(),
  withdrawn: z.string().nullish(),
  summary: z.string().nullish(),
  database_specific: z
    .object({ severity: z.string().nullish().catch(null) })
    .loose()
    .nullish()
    .catch(null),
  affected: z.array(affectedSchema).nullish(),
})

/** @typedef {z.infer<typeof advisorySchema>} Advisory */
/** @typedef {z.infer<typeof affectedSchema>} Affected */
/** @typedef {{ ecosystem: 'npm' | 'PyPI', name: string, version: string, isForDevelopment: boolean }} Pinned */
/** @typedef {{ pinned: Pinned, advisory: Advisory, fixed: string[], unread: string | null }} Finding */

/**
 * The identity of a package. Names of Python packages are equal but for case and separators (PEP 503).
 * @param {{ ecosystem: string, name: string }} package_
 */
export function packageKey({ ecosystem, name }) {
  return `${ecosystem} ${ecosystem === 'PyPI' ? name.toLowerCase().replace(/[-_.]+/g, '-') : name}`
}

/**
 * @template T
 * @param {readonly T[]} items
 * @param {(item: T) => string} nameOf
 * @returns {Map<string, T[]>}
 */
function groupBy(items, nameOf) {
  const groups = new Map()
  for (const item of items) groups.set(nameOf(item), [...(groups.get(nameOf(item)) ?? []), item])
  return groups
}

/** Whether a version lies in a range: the last event at or before it decides. @param {Pinned} pinned @param {Affected['ranges'][number]} range */
function isInRange({ ecosystem, version }, { events }) {
  const marks = events.flatMap(({ introduced, fixed, last_affected: last }) => [
    ...(introduced === undefined ? [] : [{ at: introduced, affects: true, after: false }]),
    ...(fixed === undefined ? [] : [{ at: fixed, affects: false, after: false }]),
    ...(last === undefined ? [] : [{ at: last, affects: false, after: true }]),
  ])
  marks.sort((a, b) => compareVersions(ecosystem, a.at, b.at) || Number(a.after) - Number(b.after))
  let isAffected = false
  for (const { at, affects, after } of marks) {
    const order = compareVersions(ecosystem, version, at)
    if (after ? order > 0 : order >= 0) isAffected = affects
  }
  return isAffected
}

/** @param {Pinned} pinned @param {Affected} affected */
function isAffected(pinned, { ranges, versions }) {
  if (versions.includes(pinned.version)) return true
  const read = ranges.filter(({ type }) => type !== 'GIT')
  return read.some((range) => isInRange(pinned, range)) || (read.length === 0 && versions.length === 0)
}

/** @param {Pinned} pinned @param {Advisory} advisory @param {Affected[]} parts @returns {Finding[]} */
function judge(pinned, advisory, parts) {
  const fixed = parts.flatMap(({ ranges }) =>
    ranges.flatMap(({ events }) => events.flatMap((event) => event.fixed ?? [])),
  )
  try {
    return parts.some((part) => isAffected(pinned, part)) ? [{ pinned, advisory, fixed, unread: null }] : []
  } catch (error) {
    // A range that can't be read may hold this version.
    return [{ pinned, advisory, fixed, unread: error instanceof Error ? error.message : String(error) }]
  }
}

/**
 * The packages that advisories affect. One whose range can't be read counts as affected, with the reason in `unread`.
 * @param {readonly Pinned[]} pinned
 * @param {Iterable<Advisory>} advisories
 * @returns {Finding[]}
 */
export function findAffected(pinned, advisories) {
  const byName = groupBy(pinned, packageKey)
  const findings = []
  for (const advisory of advisories) {
    if (advisory.withdrawn) continue
    const parts = groupBy(advisory.affected ?? [], ({ package: one }) => (one ? packageKey(one) : ''))
    for (const [key, affected] of parts) {
      for (const one of byName.get(key) ?? []) findings.push(...judge(one, advisory, affected))
    }
  }
  return findings
}
