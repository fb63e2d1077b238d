import { axe } from '../../e2e/support/axe'
import { signInToFixedAnswers } from '../../e2e/support/fixed-answers'
import { test } from '../../e2e/support/fixtures'
import { openSettled } from '../../e2e/support/settled'
import { showInTheme } from '../../e2e/support/theme'
import { linkedPages, noSuchPage, signedInPages, signedOutPages } from '../../support/pages'

test.use({ contextOptions: { reducedMotion: 'reduce', contrast: 'more' } })

test('whoever asks the system for more contrast gets it in texts of every page, in both themes', async ({
  page,
}) => {
  for (const { path, shows } of [...signedOutPages, ...linkedPages, ...signedInPages, noSuchPage]) {
    if (path === signedInPages[0]?.path) await signInToFixedAnswers(page)
    await openSettled(page, { path, shows })
    for (const theme of ['dark', 'light'] as const) {
      await showInTheme(page, theme)
      // Texts of 7 to 1, large ones of 4.5 to 1 (WCAG 2.2, 1.4.6).
      await axe(page, { type: 'rule', values: ['color-contrast-enhanced'] })
    }
  }
})
