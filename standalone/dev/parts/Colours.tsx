import tokens from '../../../src/tokens.css?raw'
import { Specimen } from './Specimen'

/** The names of all colours, from the tokens. */
const names = [...new Set(tokens.match(/--[\w-]+(?=: (#|rgb))/g))]

export function Colours() {
  return (
    <Specimen title="Colours">
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(150px,1fr))] gap-3">
        {names.map((name) => (
          <li key={name} className="flex items-center gap-2 text-12">
            <span
              className="size-6 rounded-6 border border-line-2"
              style={{ background: `var(${name})` }}
            />
            {name}
          </li>
        ))}
      </ul>
    </Specimen>
  )
}
