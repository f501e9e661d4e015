import { expect, it } from 'vitest';
import { createLatePasscode } from '../../../lib/capture/browser/late-passcode.ts';
import type { MeetingPhase } from '../../../lib/capture/meeting/view.ts';
import type { PageState } from '../../../lib/domain/meeting/page-state.ts';
import { aView } from '../../lab/builders/meeting-views.ts';

const aPasscode = () => {
  const done: (() => void)[] = [];
  const see = createLatePasscode(() => new Promise((resolve) => done.push(resolve)));
  const page: PageState = { page_state: 'J14_password', evidence: [], overlays: [], advice: 'send_passcode' };
  return {
    tries: () => done.length,
    async finish() {
      done.at(-1)?.();
      await Promise.resolve();
      await Promise.resolve();
    },
    asks: (phase: MeetingPhase, isBusy = false) => see(aView({ phase, page }), isBusy).phase,
    againAfter: () =>
      see(aView({ phase: 'connecting', page: { ...page, again_after_ms: 15_000 } }), false).page?.again_after_ms,
    shows: (phase: MeetingPhase) => see(aView({ phase }), false).phase,
  };
};

it('is given once where a page asks for it, which is no end before that is done', async () => {
  const { asks, tries, finish } = aPasscode();
  expect([asks('unknown'), asks('passcode_required'), asks('passcode_required')]).toEqual([
    'unknown',
    'asking',
    'asking',
  ]);
  await finish();
  expect([asks('passcode_required'), asks('passcode_required'), tries()]).toEqual([
    'passcode_required',
    'passcode_required',
    1,
  ]);
});

it('is given before the time runs after which the page is opened anew', async () => {
  const { againAfter, finish } = aPasscode();
  expect([againAfter(), againAfter()]).toEqual([undefined, undefined]);
  await finish();
  expect(againAfter()).toBe(15_000);
});

it('is given again where the page has shown something else meanwhile', async () => {
  const { asks, shows, tries, finish } = aPasscode();
  asks('passcode_required');
  await finish();
  expect([shows('in_meeting'), asks('connecting'), tries()]).toEqual(['in_meeting', 'connecting', 2]);
});

it('is given once nothing else is done in the page', () => {
  const { asks, tries } = aPasscode();
  expect([asks('passcode_required', true), tries()]).toEqual(['asking', 0]);
  expect([asks('passcode_required'), tries()]).toEqual(['asking', 1]);
});
