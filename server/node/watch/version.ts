import { version as declared } from '../../../package.json'

export const version = declared

/**
 * The commit that it was built from, so that two builds of one version differ; `-dirty` where it has changes besides. The build
 * puts it here (`vite.server.config.ts`).
 */
export const commit = process.env.ORGLENS_COMMIT || 'unknown'
