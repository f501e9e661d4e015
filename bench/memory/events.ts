/** How much a bot has reported. */
import type { BusyWorker } from './busy-worker.ts';

const pageSize = 100;

export const eventsOf = async ({ client, path }: Pick<BusyWorker, 'client' | 'path'>) => {
  let speech = 0;
  let comings_and_goings = 0;
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const query = { page_size: pageSize, ...(cursor && { cursor }) };
    const { next, results } = await client.listParticipantEvents({ path, query });
    const spoken = results.filter(({ event_type }) => event_type.startsWith('speech_')).length;
    speech += spoken;
    comings_and_goings += results.length - spoken;
    cursor = next && new URL(next).searchParams.get('cursor');
  }
  const utterances = (await client.getTranscript({ path })).length;
  return { utterances, speech, comings_and_goings };
};
