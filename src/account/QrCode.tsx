import { encode } from 'uqr'

/** The margin that scanners need, in squares (ISO/IEC 18004). */
const quiet = 4

/** About how long each side is, in px: a whole number of them for each square. */
const about = 176

/** A text as a QR code, drawn here so that no third party sees it. Black on white in both themes. */
export default function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  const squares = data.flatMap((row, y) =>
    row.map((isDark, x) => (isDark ? `M${x + quiet} ${y + quiet}h1v1h-1z` : '')),
  )
  const edge = size + 2 * quiet
  // A square that begins within a pixel has grey edges.
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
