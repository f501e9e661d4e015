/** How properties are run: a failure prints its seed and path, and these are taken from the environment again. */
import fc from 'fast-check';

const { PROPERTY_SEED, PROPERTY_PATH, PROPERTY_RUNS } = process.env;

/** `PROPERTY_SEED`, `PROPERTY_PATH` and `PROPERTY_RUNS` hold for every property: name the test that is meant. */
fc.configureGlobal({
  ...fc.readConfigureGlobal(),
  ...(PROPERTY_SEED && { seed: Number(PROPERTY_SEED) }),
  ...(PROPERTY_PATH && { path: PROPERTY_PATH }),
});

/** As many runs as asked for by the environment, or else these. */
export const runs = (most: number): number => (PROPERTY_RUNS ? Number(PROPERTY_RUNS) : most);

/** A seed for what is random without being a property: print it with what fails. */
export const seedOfRun = (): number => (PROPERTY_SEED ? Number(PROPERTY_SEED) : Date.now() % 2 ** 31);
