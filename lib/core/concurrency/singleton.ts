const registry = globalThis as typeof globalThis & { verbatimSingletons?: Map<string, unknown> }

/**
 * The one value of this name in a process. The server's bundle and Next's hold a copy of this module each, so a module
 * variable would be two: this lives on `globalThis`.
 */
export function singleton<T>(name: string, make: () => T): T {
  registry.verbatimSingletons ??= new Map()
  if (!registry.verbatimSingletons.has(name)) registry.verbatimSingletons.set(name, make())
  return registry.verbatimSingletons.get(name) as T
}

/** A promise that is created once in a process. A failure is not kept: the next use tries again. */
export function singletonPromise<T>(name: string, make: () => Promise<T>): Promise<T> {
  return singleton(name, () =>
    make().catch((error: unknown) => {
      clearSingleton(name)
      throw error
    }),
  )
}

/** Removes a singleton, so that the next use makes it anew. Returns what was there. */
export function clearSingleton<T>(name: string): T | undefined {
  const old = registry.verbatimSingletons?.get(name) as T | undefined
  registry.verbatimSingletons?.delete(name)
  return old
}

/** Removes them all. */
export function clearSingletons(): void {
  registry.verbatimSingletons?.clear()
}
