/** Until the page is loaded anew: it stands in no address and in no storage. */
let address = ''

/** Keeps the address that was just registered, for the sign-in that follows. */
export function keepRegisteredAddress(email: string): void {
  address = email
}

/** @returns the address that was just registered; empty: none was. */
export function registeredAddress(): string {
  return address
}
