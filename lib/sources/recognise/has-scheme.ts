/** Whether a text begins with a URI scheme (RFC 3986 §3.1). `host:80` is a host with its port. */
export function hasScheme(text: string): boolean {
  return /^[a-z][a-z0-9+.-]{1,30}:/i.test(text) && !/^[a-z0-9.-]{1,255}:\d{1,5}(?:[/?#]|$)/i.test(text)
}
