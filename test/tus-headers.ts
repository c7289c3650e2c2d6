/** The headers of every PATCH of a part of a file (tus 1.0). */
export const TUS = { 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream' } as const
