/** @returns a request to the API in memory: a POST where it has a body, unless it says otherwise. */
export function requestTo(
  path: string,
  { body, token, method }: { body?: unknown; token?: string; method?: string } = {},
): Request {
  return new Request(`http://localhost${path}`, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}
