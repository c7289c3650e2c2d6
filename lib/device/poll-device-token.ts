import type { DeviceTokenResponse } from './contract'
import { pollDevice } from './poll-device'

/** A poll by the command line's door, where what is pending is no error. Throws what `pollDevice` throws. */
export async function pollDeviceToken(deviceCode: string): Promise<DeviceTokenResponse> {
  const poll = await pollDevice(null, deviceCode)
  if (poll.kind === 'approved') return { status: 'approved', ...poll.token }
  const error = poll.isEarly ? 'slow_down' : 'authorization_pending'
  return { status: 'pending', error, interval: poll.intervalSeconds }
}
