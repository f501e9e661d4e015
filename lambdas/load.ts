/** Every function of the service by its name, for a home that runs them all in one process. */
import { globSync } from 'node:fs';

export type FunctionHandler = (event: unknown, context: unknown) => Promise<unknown>;

/** These folders hold no functions but their parts: the API's shell, how the others take events, and wiring that several share. */
const parts = ['middleware/**', 'events/**', 'wiring/**'];

export const functionNames: readonly string[] = globSync('*/**/*.ts', {
  cwd: import.meta.dirname,
  exclude: parts,
}).map((file) => file.replace(/\.ts$/, ''));

/** Loads all of them. The environment must be set: functions read it when they are loaded. */
export const loadHandlers = async (): Promise<ReadonlyMap<string, FunctionHandler>> =>
  new Map(
    await Promise.all(
      functionNames.map(async (name): Promise<[string, FunctionHandler]> => {
        const { handler } = (await import(new URL(`${name}.ts`, import.meta.url).href)) as { handler: FunctionHandler };
        return [name, handler];
      }),
    ),
  );
