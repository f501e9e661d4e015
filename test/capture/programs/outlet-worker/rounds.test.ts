import { expect, it } from 'vitest';
import { playRounds } from '../../../../lib/capture/programs/outlet-worker/rounds.ts';

/** Plays rounds that break off after so many seconds, until it is stopped in the fourth, which does not. */
const played = async (loop: boolean, seconds: number) => {
  let rounds = 0;
  const faults: string[] = [];
  const why = await playRounds({
    loop,
    async round() {
      rounds += 1;
      if (rounds < 4) throw new Error('a torn frame');
    },
    played_s: () => seconds,
    isStopped: () => rounds === 4,
    onFault: (error) => faults.push(String(error)),
  }).catch(String);
  return { rounds, faults, why };
};

it('a video that breaks off is over', async () => {
  expect(await played(false, 40)).toEqual({ rounds: 1, faults: [], why: 'Error: a torn frame' });
});

it('one that loops begins again, and says once why', async () => {
  expect(await played(true, 40)).toEqual({ rounds: 4, faults: ['Error: a torn frame'], why: undefined });
});

it('one that loops is over where it breaks off at once', async () => {
  expect(await played(true, 0.04)).toEqual({ rounds: 1, faults: [], why: 'Error: a torn frame' });
});
