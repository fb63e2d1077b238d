import { createContext } from 'react'

/** The layout around a screen: with the page's title, without it, or none. */
export const ScreenFrame = createContext<'titled' | 'untitled' | null>(null)
