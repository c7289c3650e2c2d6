import { z } from 'zod'

/** Where a service in local mode puts the token for programs on its machine, below the data folder. */
export const LOCAL_ACCESS_FILE = 'local-access.json'

/** Where a link leads that lets a browser on the service's machine in. */
export const LOCAL_LINK_PATH = '/sign-in/local'

/** The service's address, and the token. */
export const localAccessSchema = z.object({ url: z.url(), token: z.string() })
