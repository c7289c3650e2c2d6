/** A call of the API with curl, to be pasted into a terminal that has a key in `VERBATIM_API_KEY`. `body` is JSON. */
function curlCall(address: string, body: string): string {
  return [
    `curl ${address} \\`,
    '  -H "Authorization: Bearer $VERBATIM_API_KEY" \\',
    '  -H "Content-Type: application/json" \\',
    `  -d '${body}'`,
  ].join('\n')
}

/** A first call, which requests a transcript. */
export function transcriptCall(baseUrl: string): string {
  return curlCall(`${baseUrl}/v1/transcript`, '{"url": "https://www.youtube.com/watch?v=jNQXAC9IVRw"}')
}

/** Allows the device that shows a code. */
export function approvalCall(baseUrl: string, userCode: string): string {
  return curlCall(`${baseUrl}/v1/device/approve`, JSON.stringify({ user_code: userCode }))
}
