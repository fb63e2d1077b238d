/** Returns the headers of every call. @param accessToken the bearer; null sends none. */
export function headersOf(accessToken: string | null): Record<string, string> {
  return {
    accept: 'application/json',
    'content-type': 'application/json',
    ...(accessToken && { authorization: `Bearer ${accessToken}` }),
  }
}
