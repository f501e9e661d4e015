import { describe, expect, it } from 'vitest';
import { botStates, isAllowed } from '../../../lib/domain/bot/lifecycle.ts';
import { InvalidTransitionError } from '../../../lib/domain/errors.ts';
import { createLeaveBot } from '../../../lib/usecases/bots/leave-bot.ts';
import { aBotInMeeting } from '../../lab/worlds/bot-in-meeting.ts';

describe('telling a bot to leave', () => {
  it('takes it out of the meeting, and keeps who asked for that', async () => {
    const { ports, ref, bots } = await aBotInMeeting();
    await createLeaveBot(ports)(ref);
    const bot = await bots.get(ref);
    expect(bot?.state).toBe('leaving');
    expect(bot?.events.at(-1)).toMatchObject({ type: 'leave_requested', sub_type: 'user_requested', state: 'leaving' });
  });

  it.each(botStates.filter((state) => !isAllowed(state, 'leave')))('is refused while it is %s', async (state) => {
    const { ports, ref, bots, bot } = await aBotInMeeting({ state });
    await expect(createLeaveBot(ports)(ref)).rejects.toThrow(InvalidTransitionError);
    expect(await bots.get(ref)).toEqual(bot);
  });

  it('of another project is as if there were none', async () => {
    const { ports, ref } = await aBotInMeeting();
    await expect(createLeaveBot(ports)({ ...ref, project_id: 'prj_2' })).rejects.toThrow('no such bot');
  });
});
