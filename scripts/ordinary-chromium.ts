/** Prints the path of the full Chromium, which is installed if there is none. */
import { findChromium } from './find-chromium'

console.log(findChromium())
