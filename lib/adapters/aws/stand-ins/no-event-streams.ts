/**
 * Takes the place of `@smithy/core/event-streams` in the bundles of functions (see `lib/infra/functions/bundle.ts`): what reads
 * answers that come as streams of events, as those of no operation of ours do.
 */

/** Nobody asks for it. */
export const eventStreamSerdeProvider = (): never => {
  throw new Error('answers that are streams of events are not read here');
};
export class EventStreamSerde {}

export const resolveEventStreamSerdeConfig = <T>(config: T): T => config;
