/** @type {Promise<typeof import('esbuild')> | undefined} */
let loading

/** The compiler, which runs in a separate process from its first use. */
export function loadCompiler() {
  loading ??= import('esbuild')
  return loading
}

/** Ends the compiler's process, which takes up to 180 MB. The next use starts it again. */
export async function stopCompiler() {
  const compiler = await loading
  await compiler?.stop()
}
