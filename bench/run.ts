/** Every bench, one after the other: each prints its table, and the exit code tells whether all held what they should. */
await import('./api')
await import('./uploads')
await import('./captions')
await import('./captions-hostile')
await import('./sources')
await import('./public-page')
await import('./history')
await import('./jobs')

// Makes this a module, which may wait at its top level.
export {}
