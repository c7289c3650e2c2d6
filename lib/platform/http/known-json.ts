const known = new WeakMap<object, string>()

/**
 * Writes a value as JSON once, for all answers that hold it. It is frozen with what it holds, so that the JSON stays true.
 * Returns the JSON.
 */
export function keepJson(value: object): string {
  const json = JSON.stringify(value)
  freeze(value)
  known.set(value, json)
  return json
}

function freeze(value: object): void {
  Object.freeze(value)
  for (const part of Object.values(value)) if (typeof part === 'object' && part !== null) freeze(part)
}

/** The same as `JSON.stringify`, but what `keepJson` has written of the body's fields is not written again. */
export function toJson(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return JSON.stringify(body)
  const fields = Object.entries(body)
  if (!fields.some(([, value]) => knownJson(value) !== undefined)) return JSON.stringify(body)
  const written = fields.flatMap(([name, value]) => {
    const json = knownJson(value) ?? JSON.stringify(value)
    return json === undefined ? [] : [`${JSON.stringify(name)}:${json}`]
  })
  return `{${written.join(',')}}`
}

function knownJson(value: unknown): string | undefined {
  return typeof value === 'object' && value !== null ? known.get(value) : undefined
}
