import { describe, expect, it } from 'vitest';
import { ElementMissingError, MeetingLostError } from '../../../../lib/capture/meeting/errors.ts';
import { couldNotJoin, type Ending } from '../../../../lib/capture/meeting/final-phases.ts';
import { meetingPhases } from '../../../../lib/capture/meeting/view.ts';
import {
  applicable,
  endingInside,
  endingOf,
  endingOfError,
  failed,
  left,
} from '../../../../lib/capture/session/leaving/ending.ts';
import { botStates, isAllowed, isSubTypeOf, needsCapture } from '../../../../lib/domain/bot/lifecycle.ts';

/** What an error means, by its class: a store that times out is no missing button, whatever its error is named. */
const errors = [
  [new ElementMissingError('join', 'button#join'), 'ui_element_not_found'],
  [new MeetingLostError('the meeting is gone'), 'capture_lost'],
  [Object.assign(new Error('the store did not answer'), { name: 'TimeoutError' }), 'internal_error'],
  [new DOMException('The operation timed out', 'TimeoutError'), 'internal_error'],
] as const;

const endings: Ending[] = [
  left,
  ...errors.map(([error]) => endingOfError(error)),
  couldNotJoin('waiting_room_timeout_exceeded'),
  couldNotJoin('unknown_page'),
  couldNotJoin('platform_not_supported'),
  ...meetingPhases.map(endingOf).filter((ending) => ending !== undefined),
];
const statesWithCapture = botStates.filter(needsCapture);

describe('the ending of a session', () => {
  it.each(errors)('by %s is %s', (error, sub_type) => {
    expect(endingOfError(error)).toEqual(failed(sub_type));
  });

  it.each(statesWithCapture)('is always one that the state table knows for a bot that is %s', (state) => {
    for (const ending of endings) {
      const { trigger, sub_type } = applicable(ending, state);
      expect({ trigger, sub_type, fits: isAllowed(state, trigger) && isSubTypeOf(trigger, sub_type ?? null) }).toEqual({
        trigger,
        sub_type,
        fits: true,
      });
    }
  });

  it('is no ending of a bot that never was in the meeting, and the end of the meeting for one that was, when a page says that it left', () => {
    expect([endingOf('left'), endingInside('left')]).toEqual([
      undefined,
      { trigger: 'meeting_ended', sub_type: 'ended_by_host' },
    ]);
  });

  it('is a leave for a bot that was told to leave, whatever ended it', () => {
    expect(applicable(couldNotJoin('waiting_room_timeout_exceeded'), 'leaving')).toEqual(left);
  });
});
