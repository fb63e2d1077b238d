import { readdirSync } from 'node:fs'

/** @returns the addresses of the pages that lie in a folder, but for those with parameters. */
function pagesIn(folder: string): string[] {
  return readdirSync(`routes/${folder}`)
    .filter((file) => /^[a-z-]+\.tsx$/.test(file) && !/^(index|route)\./.test(file))
    .map((file) => `/${folder.replace('/_admin', '')}/${file.replace('.tsx', '')}`)
}

/** Every page that admins alone have, by the routes' files. */
export const adminPages: readonly string[] = pagesIn('dashboard/_admin')

/** Every signed-in page. */
export const signedInPages: readonly string[] = [...pagesIn('dashboard'), ...adminPages]
