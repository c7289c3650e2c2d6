function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** The parts of a path between its slashes, percent-decoded, without the empty ones. */
export function pathSegments(path: string): string[] {
  return path.split('/').filter(Boolean).map(decoded)
}
