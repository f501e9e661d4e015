/** Every situation that anything leads to, and everything that can happen in each: what state tables are tried with. */

export interface Explorable<World extends AsyncDisposable> {
  /** At the very beginning. */
  begin(): Promise<World>;
  /** What can happen, by its name. Throws where something comes of it that must not. */
  readonly happenings: Readonly<Record<string, (world: World) => Promise<unknown>>>;
  /** All that decides on what may happen next: two worlds of which it is the same have the same future. */
  situationOf(world: World): Promise<string>;
}

export interface Explored {
  readonly situations: number;
  readonly tried: number;
}

/**
 * Tries everything in every situation, the nearest to the beginning first; `most`: in no more situations than that.
 * @throws what a happening throws, with the way that led there
 */
export const exploreAll = async <World extends AsyncDisposable>(
  { begin, happenings, situationOf }: Explorable<World>,
  most = Number.POSITIVE_INFINITY,
): Promise<Explored> => {
  const happen = async (world: World, name: string, way: readonly string[]): Promise<void> => {
    try {
      await happenings[name]?.(world);
    } catch (error) {
      throw new Error([...way, name].join(', then: '), { cause: error });
    }
  };
  const arrive = async (way: readonly string[]): Promise<World> => {
    const world = await begin();
    for (const [n, name] of way.entries()) await happen(world, name, way.slice(0, n));
    return world;
  };
  let world = await begin();
  /** The shortest way to each situation. A Map answers also what is added while it is gone through. */
  const ways = new Map<string, readonly string[]>([[await situationOf(world), []]]);
  let tried = 0;
  let looked = 0;
  for (const [situation, way] of ways) {
    if (looked === most) break;
    looked += 1;
    await world[Symbol.asyncDispose]();
    world = await arrive(way);
    for (const name of Object.keys(happenings)) {
      await happen(world, name, way);
      tried += 1;
      const next = await situationOf(world);
      if (next === situation) continue;
      if (!ways.has(next)) ways.set(next, [...way, name]);
      await world[Symbol.asyncDispose]();
      world = await arrive(way);
    }
  }
  await world[Symbol.asyncDispose]();
  return { situations: looked, tried };
};
