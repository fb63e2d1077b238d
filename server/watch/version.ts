import { version as declared } from '../../package.json'

/** The running version of Orglens. */
export const version = declared
