import type { Endpoint } from './endpoints'
import type { Extension } from './extension-names'
import { logoutEndpoint } from './session-extensions'

/** A call of our own server, used only where the setting `extensions` names its extension (D43). */
export interface ExtensionEndpoint extends Endpoint {
  readonly extension: Extension
}

/**
 * Every call of an extension, in the shape of `endpoints`; each says which extension it is of. The client
 * loads them when it makes one (`src/api/send.ts`): no page pays for what it doesn't show.
 */
export const extensionEndpoints = {
  logout: logoutEndpoint,
} as const satisfies Record<string, ExtensionEndpoint>
