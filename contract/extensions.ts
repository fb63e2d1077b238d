import { dashboardLinkEndpoint } from './dashboards'
import type { Endpoint } from './endpoints'
import type { Extension } from './extension-names'
import { logoutEndpoint } from './session-extensions'

/** A call of our own server, used only if the setting `extensions` names its extension (D43). */
export interface ExtensionEndpoint extends Endpoint {
  readonly extension: Extension
}

/**
 * All calls of extensions, in the shape of `endpoints`, each with its extension's name. The client
 * loads this file with the first such call (`src/api/send.ts`), so that other pages don't pay for
 * it.
 */
export const extensionEndpoints = {
  logout: logoutEndpoint,
  getDashboardLink: dashboardLinkEndpoint,
} as const satisfies Record<string, ExtensionEndpoint>
