import { describe, expect, it } from 'vitest';
import { meetingPhases } from '../../../../lib/capture/meeting/view.ts';
import {
  applicable,
  type Ending,
  endingOf,
  failed,
  left,
  waitingEndings,
} from '../../../../lib/capture/session/leaving/ending.ts';
import { botStates, isAllowed, isSubTypeOf, needsCapture } from '../../../../lib/domain/bot/lifecycle.ts';

const endings: Ending[] = [
  left,
  failed('capture_lost'),
  failed('internal_error'),
  failed('ui_element_not_found'),
  ...Object.values(waitingEndings),
  ...meetingPhases.map(endingOf).filter((ending) => ending !== undefined),
];
const statesWithCapture = botStates.filter(needsCapture);

describe('the ending of a session', () => {
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

  it('is a leave for a bot that was told to leave, whatever ended it', () => {
    expect(applicable(waitingEndings.waiting_room, 'leaving')).toEqual(left);
  });
});
