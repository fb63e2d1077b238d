/** What the demo's admin signs in with. */
export const demoLogin = { email: 'admin@acme.test', password: 'orglens-demo' }

/**
 * Posts JSON to a server's API.
 * @param path what stands between `/api/` and the last slash.
 */
export const postTo = (url: string, path: string, body: object, headers = {}) =>
  fetch(`${url}/api/${path}/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
