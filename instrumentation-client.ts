import { config } from 'zod'

// The pages' policy allows no `eval`. Zod would try it, once, to see: a refusal that the browser reports.
config({ jitless: true })
