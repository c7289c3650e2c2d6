import { newUser, useService } from '@/test/service'
import { drive } from './testing/drive'
import { testLifeCycle } from './testing/life-cycle'
import { sandboxProvider } from './testing/sandbox-provider'

const service = await useService()
const provider = sandboxProvider('sandbox')

testLifeCycle({ provider, driver: drive(service.call, provider), newUser: () => newUser('free') })
