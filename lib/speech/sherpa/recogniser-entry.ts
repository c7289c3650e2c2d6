import path from 'node:path'

/**
 * Where the child's program lies, in the project's folder, in which every command runs. It is put together so that no
 * bundler takes it for a part of the pages.
 */
export function recogniserEntry(): string {
  return [process.cwd(), 'lib', 'speech', 'sherpa', 'recogniser-child.mjs'].join(path.sep)
}
