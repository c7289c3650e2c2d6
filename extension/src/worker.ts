import { pressedMessage } from './pressed-message'

// The script that runs in pages never sees the account.
void chrome.storage.local.setAccessLevel({ accessLevel: 'TRUSTED_CONTEXTS' })

// A press of the toolbar button gives access to this tab only. The panel is opened within the press: later is refused.
chrome.action.onClicked.addListener((tab) => {
  if (tab.id === undefined) return
  const tabId = tab.id
  void chrome.sidePanel.setOptions({ tabId, path: `panel.html?tab=${tabId}`, enabled: true })
  void chrome.sidePanel.open({ tabId })
  // An open panel reads the page again. Without one the message has no receiver.
  void chrome.runtime.sendMessage(pressedMessage(tabId)).catch(() => undefined)
})
