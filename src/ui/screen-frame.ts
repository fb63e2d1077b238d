import { createContext } from 'react'

/**
 * What stands around a screen: a frame with the page's title in it, one without, or, where it is
 * null, nothing at all.
 */
export const ScreenFrame = createContext<'titled' | 'untitled' | null>(null)
