import { version as declared } from '../../package.json'

/** Which version of Orglens runs. */
export const version = declared
