import { isIP } from 'node:net'

// Second-level names that registries sell names under: `co.uk`, `com.au`, `ne.jp`.
const REGISTRY_LABELS = new Set(
  'ac asso co com edu gob gov go gv id in info ltd me name ne net nom or org plc sch'.split(' '),
)

/**
 * The name of a host that its owner registered: `feeds.example.co.uk` is under `example.co.uk`. Guessed by how registries
 * name their domains, without the list of all; an address is its own.
 */
export function registrableDomain(host: string): string {
  const labels = host.toLowerCase().replace(/\.$/, '').split('.')
  if (isIP(host.replace(/^\[|\]$/g, '')) !== 0 || labels.length <= 2) return labels.join('.')
  const isCountry = labels.at(-1)?.length === 2
  return labels.slice(isCountry && REGISTRY_LABELS.has(labels.at(-2) ?? '') ? -3 : -2).join('.')
}
