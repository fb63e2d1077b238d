import { expect, test } from 'vitest'
import { documentedProperties } from '../../scripts/setting-docs'

const code = (properties: string) =>
  `const other = { NAME: 1 } /** Not these. */; const known = (on: boolean) => object({${properties}})`

test("a setting's docs are its comment, under the section title above it", () => {
  const properties = `
    // Data

    /** Where it lives (D7, D12). */
    DATA_DIR: text({ min: 1 }), // No title.
    /**
     * How many there are
     * at most.
     * @default as many as \`PORT\`
     */
    POOL: 1,

    // Mail

    /** Who sends it. */
    FROM: 2,`
  expect(documentedProperties(code(properties), 'known')).toEqual([
    { section: 'Data', name: 'DATA_DIR', meaning: 'Where it lives.', byDefault: '' },
    {
      section: 'Data',
      name: 'POOL',
      meaning: 'How many there are at most.',
      byDefault: 'as many as `PORT`',
    },
    { section: 'Mail', name: 'FROM', meaning: 'Who sends it.', byDefault: '' },
  ])
})

test.each([
  ['PORT: 1, /** Where. */ HOST: 2', 'PORT'],
  ['/** Where. */ HOST: 2, PORT: 1', 'PORT'],
  ['/** Where. */ HOST: 2, /** */ PORT: 1', 'PORT'],
  ['/** Where. */ HOST: 2, // Which.\n PORT: 1', 'PORT'],
  ['/** Where. */ HOST: 2, /* Which. */ PORT: 1', 'PORT'],
  ['', 'known'],
])('reports a setting without a comment: %s', (properties, name) => {
  expect(() => documentedProperties(code(properties), 'known')).toThrow(
    `Nothing above them says what they mean: ${name}`,
  )
})
