const CHUNK_LENGTH = 65_536

/** A text in chunks that are each read within a millisecond or two. */
export function* textChunks(text: string): Generator<string, void, void> {
  for (let start = 0; start < text.length; start += CHUNK_LENGTH) yield text.slice(start, start + CHUNK_LENGTH)
}
