/** Row 34: whether the tests of calendars, connections and app sessions find what is wrong. */
import { faultsNotFound, plantedFaults } from '../../planted-faults.ts';
import type { Row } from '../../row.ts';

const found = async (): Promise<string> => {
  const missed = await faultsNotFound(plantedFaults);
  const figure = `${plantedFaults.length - missed.length} of ${plantedFaults.length}`;
  if (missed.length > 0) throw new Error(`${figure}; not found: ${missed.join('; ')}`);
  return figure;
};

export const plantedFaultRows: readonly Row[] = [
  {
    number: 34,
    title:
      'faults planted in the code of calendars, connections and app sessions, and in what stands in for their platforms, that turn a test red',
    target: 'all',
    measure: found,
  },
];
