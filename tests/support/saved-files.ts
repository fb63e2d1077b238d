import { vi } from 'vitest'

/** From here on catches what the browser is given to save: names and texts. */
export function catchFiles() {
  const files: { name: string; text: Promise<string> }[] = []
  const created = vi.spyOn(URL, 'createObjectURL')
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    const [blob] = created.mock.lastCall ?? []
    // Read as bytes: a text would lose the mark that it begins with.
    const bytes = (blob as Blob).arrayBuffer()
    files.push({ name: this.download, text: bytes.then((all) => Buffer.from(all).toString()) })
  })
  return files
}
