import type { z } from 'zod'

type Issue = z.core.$ZodIssue

function isOnlyNull(branch: readonly Issue[]): boolean {
  const [issue, ...others] = branch
  return others.length === 0 && issue?.code === 'invalid_type' && issue.path.length === 0 && issue.expected === 'null'
}

/** A union's issues are those of its branches; `null` beside others counts for none, as pydantic's `| None` does. */
function flatten(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue]
  const branches = issue.errors.filter((branch) => !isOnlyNull(branch))
  return (branches.length > 0 ? branches : issue.errors)
    .flat()
    .map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }))
    .flatMap(flatten)
}

const keyOf = (path: readonly PropertyKey[]): string => JSON.stringify(path.map(String))
const keysAround = ({ path }: Issue): string[] => path.map((_, length) => keyOf(path.slice(0, length)))

/**
 * The issues that pydantic would report, in their order: of one value only the first; nothing of the items of a list
 * that is too long; and that a list is too short only where its items are sound.
 */
export function selectIssues(issues: readonly Issue[]): readonly Issue[] {
  // The usual case, which is most of the refusals there are.
  if (issues.length === 1 && issues[0]?.code !== 'invalid_union') return issues
  const flat = issues.flatMap(flatten)
  if (flat.length === 1) return flat
  const tooLong = new Set(
    flat.flatMap((issue) => (issue.code === 'too_big' && issue.origin === 'array' ? [keyOf(issue.path)] : [])),
  )
  const withFaultsInside = new Set(flat.flatMap(keysAround))
  const seen = new Set<string>()
  return flat.filter((issue) => {
    const key = keyOf(issue.path)
    const isFirst = !seen.has(key)
    seen.add(key)
    if (!isFirst || keysAround(issue).some((around) => tooLong.has(around))) return false
    return !(issue.code === 'too_small' && issue.origin === 'array' && withFaultsInside.has(key))
  })
}
