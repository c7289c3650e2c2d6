import { singleton } from './singleton'

/** The error of work that was interrupted because the service is stopping. It says nothing about the work itself. */
export class ServiceStopping extends Error {
  override readonly name = 'ServiceStopping'
}

/** Whether an error says that the service is stopping. By name: the server's bundle and Next's have a class each. */
export function isServiceStopping(error: unknown): boolean {
  return error instanceof Error && error.name === 'ServiceStopping'
}

function controller(): AbortController {
  return singleton('stopping', () => new AbortController())
}

/** Aborts at the first moment of a stop of this service. */
export function stoppingSignal(): AbortSignal {
  return controller().signal
}

/** Whether this service is stopping. Failures from now on may have that reason. */
export function isStopping(): boolean {
  return controller().signal.aborted
}

/** Marks this service as stopping, before anything is stopped. */
export function beginStopping(): void {
  controller().abort(new ServiceStopping('this service is stopping'))
}
