import { describe, expect, it } from 'vitest';
import type { ShownPerson } from '../../../../lib/capture/programs/page/platform-page.ts';
import { createRemoteVideo } from '../../../../lib/capture/programs/page/remote-video.ts';
import type { WorkerCommand } from '../../../../lib/capture/programs/protocol/media.ts';

const person = (id: string, is_self = false): ShownPerson => ({
  id,
  name: id,
  is_self,
  has_camera: true,
  is_sharing: false,
});
const [ada, bot] = [person('ada'), person('bot', true)];

/** A page whose recording is made of people's pictures, and whom the worker is told of. */
const world = () => {
  let now_ms = 0;
  const met: string[][] = [];
  const post = (command: WorkerCommand): void => {
    if (command.type === 'meet') met.push(command.people.map(({ participant_id }) => participant_id));
  };
  const video = createRemoteVideo({ post }, { ownerOf: () => undefined }, () => now_ms);
  video.follow();
  return {
    video,
    wait: (ms: number) => {
      now_ms += ms;
    },
    told: () => met.splice(0),
  };
};

describe('whom a recording shows', () => {
  it('is everybody but the bot, told once', () => {
    const { video, told } = world();
    video.look([ada, bot]);
    video.look([ada, bot]);
    video.look([bot]);
    expect(told()).toEqual([['ada'], []]);
  });

  it('stays as it was while the page shows nobody, not even the bot, as where the meeting is over', () => {
    const { video, wait, told } = world();
    video.look([ada, bot]);
    video.look([]);
    video.lookAgain();
    wait(2_900);
    video.look([]);
    expect(told()).toEqual([['ada']]);
    video.look([ada, bot]);
    video.look([]);
    wait(2_900);
    video.lookAgain();
    expect(told()).toEqual([]);
  });

  it('is nobody once that lasts', () => {
    const { video, wait, told } = world();
    video.look([ada, bot]);
    video.look([]);
    wait(3_000);
    video.look([]);
    expect(told()).toEqual([['ada'], []]);
  });

  it('is nobody where nobody has been seen yet, also for a worker that is another one', () => {
    const { video, told } = world();
    video.look([]);
    expect(told()).toEqual([[]]);
    video.look([ada, bot]);
    video.tellAgain();
    video.look([]);
    expect(told()).toEqual([['ada'], []]);
  });
});
