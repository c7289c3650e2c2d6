/** The text of a page, up to about so many bytes of it. What comes after them is not read. */
export async function readText(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of body) {
    parts.push(part)
    bytes += part.byteLength
    if (bytes >= maxBytes) break
  }
  return Buffer.concat(parts).toString('utf8')
}
