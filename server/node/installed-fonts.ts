import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { unpackedFonts } from '../billing/papers/unpacked-fonts'

const { resolve } = createRequire(import.meta.url)

/** Reads a font from `node_modules`, for PDFs. */
export const readInstalledFont = unpackedFonts((file) => readFile(resolve(`@fontsource/${file}`)))
