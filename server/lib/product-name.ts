/** The built site's files, besides its pages, that name the product. */
export const filesWithName = ['icon.svg', 'manifest.webmanifest']

/**
 * Returns a file of the built site with the deployment's product name, where the app's code doesn't put it: the page's first
 * title and its description, the icon's title, the manifest.
 * @param productName undefined keeps the built name.
 */
export function withProductName(text: string, productName: string | undefined): string {
  if (productName === undefined) return text
  if (text.startsWith('{')) {
    const named = { ...JSON.parse(text), name: productName, short_name: productName }
    return JSON.stringify(named)
  }
  const escaped = productName.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
  return text
    .replace('<title>Orglens</title>', () => `<title>${escaped}</title>`)
    .replace('content="Orglens: ', () => `content="${escaped}: `)
}
