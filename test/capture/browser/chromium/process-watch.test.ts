import { describe, expect, it } from 'vitest';
import { endedBetween } from '../../../../lib/capture/browser/chromium/process-watch.ts';

const processes = (ids: Readonly<Record<string, number>>) => new Map(Object.entries(ids));
const before = processes({ sound: 11, network: 12 });

describe('the processes of a browser that have ended between two looks', () => {
  it.each([
    ['none while each role has the process that it had', { sound: 11, network: 12 }, []],
    ['those whose role has no process any more', { network: 12 }, ['sound']],
    ['those whose role has another process by now', { sound: 21, network: 12 }, ['sound']],
    ['all of them', {}, ['sound', 'network']],
    ['not those that were not there before', { sound: 11, network: 12, GPU: 13 }, []],
  ])('are %s', (_, now, ended) => {
    expect(endedBetween(before, processes(now))).toEqual(ended);
  });
});
