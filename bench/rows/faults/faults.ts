/** Row 13: every call of a port failed before and after, in every command. */
import type { FaultFindings } from '../../../test/lab/worlds/faults/fault-points.ts';
import type { Row } from '../../row.ts';
import { inThread } from '../../threads.ts';

/**
 * What must hold, whichever call it was: what was acknowledged is stored, and nothing is half done; events only grow,
 * one per write; a key is held exactly while its bot lives; no webhook is lost, and one that comes twice has the same id
 * and bytes; one worker at a time; whoever tries again comes to the end that there is without a fault.
 */
const measure = async (): Promise<string> => {
  const { points, broken, calls } = await inThread<FaultFindings>('faults.ts', {});
  if (broken.length > 0) throw new Error(`${broken.length} of ${points} broken, the first: ${broken[0]}`);
  return `0 of ${points.toLocaleString('en')}, at ${Object.keys(calls).length} calls of the ports`;
};

export const faultRows: readonly Row[] = [
  { number: 13, title: 'every port call failed before and after: invariants broken', target: '0 of ≥ 2,000', measure },
];
