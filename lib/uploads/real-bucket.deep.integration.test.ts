import { afterAll, test } from 'vitest'
import { findSwift } from '@/server/setup/install/system-programs.mjs'
import { startSwift } from '@/test/s3/swift/start-swift'
import { tryBucket } from '@/test/s3/try-bucket'
import { newUser, useService } from '@/test/service'

const python = findSwift()

if (python) await tryWith(python)
else test.skip('a bucket of OpenStack Swift: it is not installed (apt-get install python3-swift)', () => {})

async function tryWith(python: string): Promise<void> {
  const swift = await startSwift(python)
  afterAll(() => swift.stop())
  const service = await useService(swift.settings)
  const { apiKey } = await newUser()
  tryBucket(service, apiKey)
}
