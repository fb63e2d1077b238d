/**
 * A number that looks random and is always the same for the same key. Naming each number by its key,
 * rather than drawing one after the other, keeps a month's figures as they were when another month
 * or another figure is added.
 *
 * The key is hashed with FNV-1a and mixed with MurmurHash3's finaliser, because FNV-1a alone leaves
 * keys that differ only at their end close together.
 * Source: RFC 9923 (FNV); A. Appleby, MurmurHash3, `fmix32`.
 *
 * @returns at least 0, less than 1
 */
export function noise(key: string): number {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(key)) hash = Math.imul(hash ^ byte, 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}

/** @returns the key's noise, spread evenly from `low` to `high`. */
export function noiseBetween(key: string, low: number, high: number): number {
  return low + noise(key) * (high - low)
}
