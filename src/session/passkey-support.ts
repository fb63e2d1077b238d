/** Whether this browser has passkeys at this address: none does at an IP address, or without https. */
export const canUsePasskeys = () =>
  'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(location.hostname)
