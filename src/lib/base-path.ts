/**
 * The path that the app is served under, without a trailing slash: empty at the root of a host, `/orglens`
 * for `--base=/orglens/`. For addresses outside the router, which adds it by itself.
 */
export const basePath = import.meta.env.BASE_URL.replace(/\/$/, '')
