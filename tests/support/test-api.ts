import { createTestApi } from '../../mocks/node'

/** The API that the screens under test talk to; `tests/support/screens-setup.ts` runs it. */
export const api = createTestApi()
