/**
 * The trace of a bot's life in X-Ray, named after the bot: whoever knows the one knows the other, and neither the table's
 * stream, which knows no traces, nor a task has to hand it on.
 */
import { numbersOf } from '../../domain/ids.ts';

const hex = (value: bigint, length: number): string => value.toString(16).padStart(length, '0');

/**
 * When a bot was made, in seconds, and 96 bits that are its own, as X-Ray names traces:
 * https://docs.aws.amazon.com/xray/latest/devguide/xray-api-sendingdata.html#xray-api-traceids
 */
export const traceIdOf = (id: string): string => {
  const { at_ms, random } = numbersOf(id);
  return `1-${hex(at_ms / 1000n, 8)}-${hex(at_ms % 1000n, 4)}${hex(random, 20)}`;
};

/** Every bot's life is traced: a trace costs 0.000005 USD. */
export const traceHeaderOf = (id: string): string => `Root=${traceIdOf(id)};Sampled=1`;
