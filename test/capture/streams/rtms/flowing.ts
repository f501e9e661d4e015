import type { StreamWorld } from '../../../lab/worlds/streams/stream-world.ts';

/** A client to which the stream of a world comes. */
export const flowing = async (world: StreamWorld, ...options: Parameters<StreamWorld['connect']>) => {
  const client = world.connect(...options);
  await world.passUntil(() => client.told.streaming.length > 0);
  return client;
};
