/** The value found for a path, with the parts of the path that stand for its parameters. */
export type Found<T> = { value: T; params: Record<string, string> }

/** The values of paths by method. Of several that fit a path, a fixed one comes first, then the one added first. */
export type PathIndex<T> = {
  add: (method: string, template: string, value: T) => void
  find: (method: string, path: string) => Found<T> | null
}

type Pattern<T> = { segments: readonly Segment[]; value: T }
type Segment = { fixed: string } | { param: string }
type OfMethod<T> = { fixed: Map<string, T>; patterns: Map<number, Pattern<T>[]> }

const PARAMETER = /^(?:\{([a-z_]{1,40})\}|:([a-z_]{1,40}))$/

function toSegment(segment: string): Segment {
  const [, inBraces, afterColon] = PARAMETER.exec(segment) ?? []
  const param = inBraces ?? afterColon
  return param === undefined ? { fixed: segment } : { param }
}

/** The parameters of a path that fits a pattern; null for one that does not. No parameter is empty. */
function paramsOf(segments: readonly Segment[], path: readonly string[]): Record<string, string> | null {
  const params: Record<string, string> = {}
  for (const [at, segment] of segments.entries()) {
    const part = path[at] ?? ''
    if ('fixed' in segment ? segment.fixed !== part : part === '') return null
    if ('param' in segment) params[segment.param] = part
  }
  return params
}

/**
 * An index of paths whose templates have parameters, as `{job_id}` or `:job_id`, beside fixed ones of the same length:
 * `/v1/uploads/sign` and `/v1/uploads/{upload_id}`, for which a router of regular expressions has no room.
 */
export function pathIndex<T>(): PathIndex<T> {
  const methods = new Map<string, OfMethod<T>>()

  function add(method: string, template: string, value: T): void {
    const { fixed, patterns } = methods.get(method) ?? { fixed: new Map<string, T>(), patterns: new Map() }
    methods.set(method, { fixed, patterns })
    const segments = template.split('/').map(toSegment)
    const ofLength = patterns.get(segments.length) ?? []
    if (segments.some((segment) => 'param' in segment))
      patterns.set(segments.length, [...ofLength, { segments, value }])
    else if (!fixed.has(template)) fixed.set(template, value)
  }

  function find(method: string, path: string): Found<T> | null {
    const own = methods.get(method)
    const fixed = own?.fixed.get(path)
    if (!own || fixed !== undefined) return fixed === undefined ? null : { value: fixed, params: {} }
    const asked = path.split('/')
    for (const { segments, value } of own.patterns.get(asked.length) ?? []) {
      const params = paramsOf(segments, asked)
      if (params) return { value, params }
    }
    return null
  }

  return { add, find }
}
