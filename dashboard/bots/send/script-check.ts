/** Whether a text is a script that the demo room would play, and what is wrong with it otherwise. */
import './without-eval.ts';
import { roundLength, Script } from '../../../lib/demo-room/scripted/script.ts';
import { lengthOf } from '../times.ts';

export type Checked =
  | { readonly script: Script; readonly says: string }
  /** The first few, each with its place. */
  | { readonly faults: readonly string[] };

const mostFaults = 4;

const count = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`;

/** As in `timeline 3, clip`: people count from 1. */
const placeOf = (path: readonly PropertyKey[]): string =>
  path
    .map((part) => (typeof part === 'number' ? ` ${part + 1}` : `, ${String(part)}`))
    .join('')
    .slice(2);

export const checkedScript = (text: string): Checked => {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch (error) {
    return { faults: [`It is not JSON: ${error instanceof Error ? error.message : error}`] };
  }
  const { data: script, error } = Script.safeParse(given);
  if (!script) {
    const told = error.issues.map(({ path, message }) => `${placeOf(path)}: ${message}`.replace(/^: /, ''));
    return { faults: told.slice(0, mostFaults) };
  }
  const { participants, timeline } = script;
  const people = count(participants.length, 'person', 'people');
  const entries = count(timeline.length, 'entry', 'entries');
  return { script, says: `${people}, ${entries}, ${lengthOf(roundLength(script))}.` };
};
