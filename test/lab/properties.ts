/** How properties are run: a failure prints its seed and path, and these are taken from the environment again. */
import fc from 'fast-check';

const { PROPERTY_SEED, PROPERTY_PATH, PROPERTY_RUNS } = process.env;

/**
 * A property that fails is made shorter for no longer, in ms, and then told as it is; nothing else would end one that never waits. One
 * that holds has tried fewer by then. Whoever asks for many runs has the time.
 */
const longestMs = 180_000;

/** `PROPERTY_SEED`, `PROPERTY_PATH` and `PROPERTY_RUNS` hold for every property: name the test that is meant. */
fc.configureGlobal({
  ...fc.readConfigureGlobal(),
  ...(!PROPERTY_RUNS && { interruptAfterTimeLimit: longestMs }),
  ...(PROPERTY_SEED && { seed: Number(PROPERTY_SEED) }),
  ...(PROPERTY_PATH && { path: PROPERTY_PATH }),
});

/** As many runs as asked for by the environment, or else these. */
export const runs = (most: number): number => (PROPERTY_RUNS ? Number(PROPERTY_RUNS) : most);

/**
 * Texts of any characters, halves of surrogate pairs too. fast-check's own (`unit: 'binary'`, also in its URLs) first
 * build a table of all 1.1 million of them, which takes a second.
 */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.string(),
  fc.array(fc.nat(0x10_ff_ff)).map((codes) => String.fromCodePoint(...codes)),
);

/** Parameters of a URL, of any characters. */
export const anyQuery: fc.Arbitrary<string> = fc
  .array(fc.tuple(anyText, anyText))
  .map((pairs) => String(new URLSearchParams(pairs)));

/** Addresses on the web, with any characters where they may be. */
export const anyWebUrl: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom('http', 'https'), fc.webAuthority(), anyText, anyQuery)
  .map(([scheme, host, path, query]) => `${scheme}://${host}/${encodeURIComponent(path.toWellFormed())}?${query}`);

/** A seed for what is random without being a property, where the environment names none: print it with what fails. */
export const seedOfRun = (usual: number = Date.now() % 2 ** 31): number =>
  PROPERTY_SEED ? Number(PROPERTY_SEED) : usual;
