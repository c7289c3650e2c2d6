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
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux/, 'Linux'],
]

function firstMatch(table: readonly [RegExp, string][], text: string): string | undefined {
  return table.find(([pattern]) => pattern.test(text))?.[1]
}

/** A browser in words for people, by its `User-Agent`: "Firefox on Linux". It says what it likes: to tell by, not to trust. */
export function describeDevice(userAgent: string | null): string {
  const text = (userAgent ?? '').slice(0, 500)
  const browser = firstMatch(BROWSERS, text) ?? 'A browser'
  const system = firstMatch(SYSTEMS, text)
  return system ? `${browser} on ${system}` : browser
}
