import { type Conditions, injectFailure } from './conditions'

/**
 * Lets the dashboard's frame meet its failure, once or always. Where its address leads is said with the
 * profile (mocks/mock-api.ts). Workers answer no frames, so that one which never loads is had by keeping
 * from the app that it has.
 * @param load gives the conditions; asked again for each frame.
 * @param save keeps them, when something was to fail once, and has.
 */
export function failFrames(load: () => Conditions, save: (conditions: Conditions) => void): void {
  // Captured, which is before the frame itself hears of it.
  document.addEventListener(
    'load',
    (event) => {
      if (!(event.target instanceof HTMLIFrameElement)) return
      if (injectFailure('frame', load, save) === 'never') event.stopImmediatePropagation()
    },
    true,
  )
}
