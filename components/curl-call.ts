/** A first call of the API with curl, to be pasted into a terminal that has a key in `VERBATIM_API_KEY`. */
export function curlCall(baseUrl: string): string {
  return [
    `curl ${baseUrl}/v1/transcript \\`,
    '  -H "Authorization: Bearer $VERBATIM_API_KEY" \\',
    '  -H "Content-Type: application/json" \\',
    `  -d '{"url": "https://www.youtube.com/watch?v=jNQXAC9IVRw"}'`,
  ].join('\n')
}
