/** What the demo's admin signs in with. */
export const demoLogin = { email: 'admin@acme.test', password: 'orglens-demo' }

/** @returns the headers of who has signed in. @throws Error if they can't. */
export async function signedInAt(url: string) {
  const answer = await postTo(url, 'login', demoLogin)
  if (answer.status !== 200) throw new Error(`A sign-in was answered ${answer.status}`)
  return { authorization: `Bearer ${(await answer.json()).access}` }
}

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
