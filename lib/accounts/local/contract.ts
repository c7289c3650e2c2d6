import { z } from 'zod'

/** The file in the data folder in which a service in local mode stores the token for programs on its machine. */
export const LOCAL_ACCESS_FILE = 'local-access.json'

/** The path of a link that signs a browser on the service's machine in. */
export const LOCAL_LINK_PATH = '/sign-in/local'

/** The service's address, and the token. */
export const localAccessSchema = z.object({ url: z.url(), token: z.string() })
