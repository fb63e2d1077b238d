// uPlot makes a number format of the browser's language as it loads. Systems without a language have odd ones, which throw:
// `C`, `en-US@posix`.
try {
  Intl.getCanonicalLocales(navigator.language)
} catch {
  Object.defineProperty(navigator, 'language', { value: 'en' })
}
