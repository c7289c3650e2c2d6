/** Query parameters that tell who shared a link and never what it leads to. */
const TRACKING = new Set(
  (
    'fbclid gclid gclsrc dclid gbraid wbraid msclkid yclid twclid ttclid igshid igsh li_fat_id mc_cid mc_eid mkt_tok ' +
    '_ga _gl _hsenc _hsmi vero_id oly_anon_id oly_enc_id wickedid srsltid epik s_kwcid'
  ).split(' '),
)

const UNRESERVED = /[A-Za-z0-9\-._~]/

/** RFC 3986 §6.2.2: upper-case hex, unreserved characters decoded; a stray percent sign is encoded. */
function normalizePercent(text: string): string {
  return text.replace(/%([0-9a-f]{2})?/gi, (_, hex: string | undefined) => {
    if (hex === undefined) return '%25'
    const character = String.fromCharCode(Number.parseInt(hex, 16))
    return UNRESERVED.test(character) ? character : `%${hex.toUpperCase()}`
  })
}

function isTracking(parameter: string): boolean {
  const name = (parameter.split('=', 1)[0] ?? '').toLowerCase()
  return name.startsWith('utm_') || TRACKING.has(name)
}

/**
 * One spelling for all links to the same media file, to be compared and hashed: scheme and host in lower case, no root
 * dot, default port, fragment or credentials, percent-encoding normalised (RFC 3986 §6.2.2), tracking parameters dropped
 * and the others in the order they came. Not to be opened in place of the link: signatures may cover what is dropped.
 */
export function canonicalUrl(url: URL): string {
  const host = url.hostname.replace(/\.$/, '') + (url.port === '' ? '' : `:${url.port}`)
  const parameters = url.search.slice(1).split('&').map(normalizePercent)
  const query = parameters.filter((parameter) => parameter !== '' && !isTracking(parameter)).join('&')
  return `${url.protocol}//${host}${normalizePercent(url.pathname)}${query === '' ? '' : `?${query}`}`
}
