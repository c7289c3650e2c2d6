/** Ends a connection whose peer has vanished after some seconds of silence, where the system's default is two hours. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }
