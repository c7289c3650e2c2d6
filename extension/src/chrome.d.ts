/** The parts of the extension API that this extension uses. */

type ChromeEvent<Listener> = {
  addListener: (listener: Listener) => void
  removeListener: (listener: Listener) => void
  hasListeners: () => boolean
}

type ChromeTab = { id?: number; url?: string; title?: string }

type ChromeSender = { tab?: ChromeTab }

type ChromePort = {
  name: string
  postMessage: (message: unknown) => void
  disconnect: () => void
  onMessage: ChromeEvent<(message: unknown) => void>
  onDisconnect: ChromeEvent<() => void>
}

type ChromeStorageArea = {
  get: (keys: string | string[]) => Promise<Record<string, unknown>>
  set: (values: Record<string, unknown>) => Promise<void>
  remove: (keys: string | string[]) => Promise<void>
}

type ChromeInjection<Args extends unknown[]> = {
  target: { tabId: number }
  world?: 'ISOLATED' | 'MAIN'
} & ({ files: string[] } | { func: (...args: Args) => unknown; args?: Args })

declare const chrome: {
  action: { onClicked: ChromeEvent<(tab: ChromeTab) => void> }
  identity: {
    getRedirectURL: (path?: string) => string
    launchWebAuthFlow: (details: { url: string; interactive: boolean }) => Promise<string | undefined>
  }
  permissions: { request: (permissions: { origins: string[] }) => Promise<boolean> }
  runtime: {
    getContexts: (filter: { contextTypes: 'SIDE_PANEL'[] }) => Promise<{ documentUrl?: string }[]>
    lastError?: { message?: string }
    onConnect: ChromeEvent<(port: ChromePort) => void>
    onMessage: ChromeEvent<(message: unknown, sender: ChromeSender) => void>
    sendMessage: (message: unknown) => Promise<unknown>
  }
  scripting: {
    executeScript: <Args extends unknown[]>(
      injection: ChromeInjection<Args>,
    ) => Promise<{ result?: unknown; error?: unknown }[]>
  }
  sidePanel: {
    open: (options: { tabId: number }) => Promise<void>
    setOptions: (options: { tabId: number; path: string; enabled: boolean }) => Promise<void>
  }
  storage: {
    local: ChromeStorageArea & {
      setAccessLevel: (options: { accessLevel: 'TRUSTED_CONTEXTS' }) => Promise<void>
    }
    session: ChromeStorageArea
    onChanged: ChromeEvent<(changes: Record<string, unknown>, area: string) => void>
  }
  tabs: {
    connect: (tabId: number, options: { name: string }) => ChromePort
    query: (filter: { active?: boolean; lastFocusedWindow?: boolean }) => Promise<ChromeTab[]>
    onUpdated: ChromeEvent<(tabId: number, change: { status?: string; url?: string }) => void>
  }
}
