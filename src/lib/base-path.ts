/**
 * The path that the app is served under, without a slash at its end: empty at the root of a host,
 * `/orglens` where the build was given `--base=/orglens/`. The router adds it by itself; it is for
 * addresses that the browser is given directly.
 */
export const basePath = import.meta.env.BASE_URL.replace(/\/$/, '')
