/** What the meeting looks like, not two seconds ago: asked for as long as somebody has it in sight, and made only then. */
import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Bot, BotState } from '../../lib/client/generated.ts';
import { ask } from '../api/client.ts';

const againMs = 700;
/** A picture that does not change for longer is said to be old. */
const lateMs = 3_000;

/** Why there is nothing to be seen, where that is as it should be. */
const unseen: Partial<Record<BotState, string>> = {
  ready: 'The bot has not set out yet.',
  staged: 'The bot is at the door, and goes in when it is time.',
  joined_not_recording: 'Nobody has allowed the bot to record yet. Until then it shows nothing of the meeting.',
  joined_recording_permission_denied: 'The bot may not record, and so it shows nothing of the meeting.',
  joined_recording_paused: 'Paused: nothing is recorded, and nothing of the meeting is shown.',
  joining_breakout_room: 'On the way to another room.',
  leaving_breakout_room: 'On the way to another room.',
  leaving: 'The bot is leaving.',
  post_processing: 'The meeting is over. Recording and transcript are being finished.',
};

const secondsOf = (ms: number): string => `${Math.round(ms / 1000)} s`;

export const Picture = ({ bot }: { readonly bot: Bot }) => {
  const why = unseen[bot.state];
  const { data, error } = useQuery({
    queryKey: ['bot', bot.id, 'picture'],
    queryFn: () => ask('watchBot', { id: bot.id }),
    refetchInterval: againMs,
    staleTime: 0,
    gcTime: 0,
  });
  const picture = why ? null : data?.picture;
  if (picture) {
    const isLate = picture.age_ms > lateMs || error !== null;
    return (
      <figure className="seen">
        <img src={`data:image/jpeg;base64,${picture.jpeg}`} alt="The meeting, as the bot sees it now" />
        <figcaption data-late={isLate}>
          <i className="seen-dot" aria-hidden />
          {isLate ? `${secondsOf(picture.age_ms)} old` : 'Live'}
        </figcaption>
      </figure>
    );
  }
  return (
    <div className="seen" data-empty>
      {!why && !error && <Loader color="gray" size="sm" aria-hidden />}
      <p role="status">
        {why ?? (error ? 'The picture of the meeting cannot be had at the moment.' : 'The picture comes in a moment.')}
      </p>
    </div>
  );
};
