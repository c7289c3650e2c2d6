import fs from 'node:fs'

/** Debian's own Python sees Debian's packages; another that comes first on PATH does not. */
const PYTHON = '/usr/bin/python3'
const S3_API = '/usr/lib/python3/dist-packages/swift/common/middleware/s3api/s3api.py'

/** The Python that OpenStack Swift, with its S3 API, is installed for; null where it is not. */
export function findSwift() {
  return fs.existsSync(PYTHON) && fs.existsSync(S3_API) ? PYTHON : null
}
