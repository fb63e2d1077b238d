import { encode } from 'uqr'

/** The margin that scanners need, in squares (ISO/IEC 18004). */
const quiet = 4

/** The approximate length of each side in px. Each square gets a whole number of pixels. */
const about = 176

/** Draws a text as a QR code, here so that no third party sees it. It is black on white in both themes. */
export default function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  const squares = data.flatMap((row, y) =>
    row.map((isDark, x) => (isDark ? `M${x + quiet} ${y + quiet}h1v1h-1z` : '')),
  )
  const edge = size + 2 * quiet
  // A whole number, because a square whose edge lies within a pixel has grey edges.
  const length = edge * Math.max(2, Math.round(about / edge))
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${edge} ${edge}`}
      width={length}
      height={length}
      shapeRendering="crispEdges"
      className="shrink-0 rounded-control ring ring-line forced-color-adjust-none"
    >
      <path fill="#fff" d={`M0 0h${edge}v${edge}h-${edge}z`} />
      <path fill="#000" d={squares.join('')} />
    </svg>
  )
}
