import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { NextConfig } from 'next'
import { formerAddresses } from '@/components/site/places'
import { DOWNLOADS } from '@/lib/captions/formats/downloads'
import { SITE_HEADERS } from '@/server/http/site-headers'
import { PAGE_PATHS } from './server/http/paths'

/** Names that the previous build step gave the scripts of pages without React (`server/setup/build/build-scripts.mjs`). */
const SCRIPTS = JSON.parse(readFileSync(path.join(import.meta.dirname, 'public/scripts/addresses.json'), 'utf8'))

const config: NextConfig = {
  poweredByHeader: false,
  // Pages that Next sends itself are not cached, and hashing a long one takes 10 ms.
  generateEtags: false,
  // `npm run check` judges types; a build on a user's machine need not.
  typescript: { ignoreBuildErrors: true },
  images: { unoptimized: true },
  env: { PUBLIC_PAGE_SCRIPT: SCRIPTS.publicPage },
  serverExternalPackages: [
    'pg',
    '@prisma/client',
    '@prisma/adapter-pg',
    'undici',
    'iconv-lite',
    'inngest',
    'youtubei.js',
    'ytdl-core',
    'assemblyai',
    'stripe',
    '@aws-sdk/client-s3',
    '@aws-sdk/s3-request-presigner',
    'sherpa-onnx-node',
  ],
  turbopack: { root: import.meta.dirname },
  // Slow in a first build and of little use: minified server code, source maps of packages, and 300 MB of cache, which only
  // repeated builds keep.
  experimental: {
    turbopackMinify: { server: false },
    turbopackInputSourceMaps: false,
    turbopackFileSystemCacheForBuild: existsSync(path.join(import.meta.dirname, '.next/BUILD_ID')),
    // A page is loaded at its first request: all of them take 100 MB.
    preloadEntriesOnStart: false,
  },
  devIndicators: false,
  agentRules: false,
  rewrites: async () => [
    { source: '/docs/:slug([\\w-]+).md', destination: '/docs/plain/:slug' },
    { source: '/docs/api/:slug([\\w-]+).md', destination: '/docs/plain/api/:slug' },
    // A published transcript's files stand beside its page.
    {
      source: `/t/:slug.:document(${DOWNLOADS.map(({ ending }) => ending).join('|')})`,
      destination: '/t/:slug/:document',
    },
  ],
  redirects: async () => [
    { source: '/docs/history', destination: '/docs/transcripts', permanent: true },
    { source: '/docs/history.md', destination: '/docs/transcripts.md', permanent: true },
    ...formerAddresses(),
  ],
  // Files that are read on request: the documentation, and typefaces.
  outputFileTracingIncludes: {
    '/t/**': ['./lib/publishing/picture/fonts.conf', './lib/publishing/picture/typefaces/*.ttf'],
    '/docs/**': ['./docs/guide/*.md'],
    '/llms.txt': ['./docs/guide/*.md'],
  },
  headers: async () => [
    { source: PAGE_PATHS, headers: Object.entries(SITE_HEADERS).map(([key, value]) => ({ key, value })) },
    // Each is named by its content.
    { source: '/scripts/:name.js', headers: [{ key: 'Cache-Control', value: 'public, max-age=31536000, immutable' }] },
  ],
}

export default config
