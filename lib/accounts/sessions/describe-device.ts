/** Programs that state their own name first. */
const PROGRAMS: readonly [RegExp, string][] = [
  [/^verbatim[- ]cli\b/i, 'Verbatim CLI'],
  [/^curl\//, 'curl'],
]

/** From the most telling to the least: nearly every browser also says that it is the ones below it. */
const BROWSERS: readonly [RegExp, string][] = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh|macOS/, 'macOS'],
  [/Linux/, 'Linux'],
]

function firstMatch(table: readonly [RegExp, string][], text: string): string | undefined {
  return table.find(([pattern]) => pattern.test(text))?.[1]
}

/**
 * A browser or program in words for people, by its `User-Agent`: "Firefox on Linux". Only names of the lists above are shown,
 * because the client writes the header; `unknown` is shown for all others. The name identifies, and proves nothing.
 */
export function describeDevice(userAgent: string | null, unknown = 'A browser'): string {
  const text = (userAgent ?? '').slice(0, 500)
  const product = firstMatch(PROGRAMS, text) ?? firstMatch(BROWSERS, text) ?? unknown
  const system = firstMatch(SYSTEMS, text)
  return system ? `${product} on ${system}` : product
}
