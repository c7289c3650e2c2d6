/**
 * The code of a system error, such as `ENOENT`; the empty string when it has none.
 * @param {unknown} error
 */
export function errorCode(error) {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
