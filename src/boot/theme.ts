// Runs before the first paint, inlined into index.html: without it a dark page would flash white.
// The theme starts light, whatever the system prefers (D23).
try {
  if (localStorage.getItem('theme') === 'dark') document.documentElement.classList.add('dark')
} catch {
  // Storage is blocked: the page stays light.
}
