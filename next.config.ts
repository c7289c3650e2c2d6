import type { NextConfig } from 'next'

/** `/oauth/authorize` is a page. */
const API_PATHS = '(?:v1|mcp|\\.well-known)(?:/|$)|oauth/(?!authorize$)|health$|openapi\\.json$'

/** Of pages and files. The API gives its own answers their headers, through Next as without it. */
const SECURITY_HEADERS = [
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  { key: 'Referrer-Policy', value: 'strict-origin-when-cross-origin' },
  { key: 'X-Frame-Options', value: 'DENY' },
  { key: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
  { key: 'Permissions-Policy', value: 'camera=(), microphone=(), geolocation=(), payment=(), usb=()' },
]

const config: NextConfig = {
  poweredByHeader: false,
  // `npm run check` judges types; a build on a user's machine need not.
  typescript: { ignoreBuildErrors: true },
  images: { unoptimized: true },
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
    'sherpa-onnx-node',
  ],
  turbopack: { root: import.meta.dirname },
  devIndicators: false,
  agentRules: false,
  rewrites: async () => [{ source: '/docs/:slug([\\w-]+).md', destination: '/docs/plain/:slug' }],
  // What the documentation reads as it is asked for.
  outputFileTracingIncludes: {
    '/docs/**': ['./docs/guide/*.md', './README.md'],
    '/llms.txt': ['./docs/guide/*.md', './README.md'],
  },
  headers: async () => [{ source: `/((?!${API_PATHS}).*)`, headers: SECURITY_HEADERS }],
}

export default config
