/**
 * Parses an address as browsers do (WHATWG), from a base if one is given; null when it is none. `URL.canParse` is not to be
 * asked: once it is called often, Node.js 20 takes hosts with letters such as `ü` for no addresses.
 */
export function parseUrl(text: string, base?: string | URL): URL | null {
  try {
    return new URL(text, base)
  } catch {
    // The parser's error says no more than that, and holds the whole link.
    return null
  }
}
