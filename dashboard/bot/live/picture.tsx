/** What the meeting looks like, not two seconds ago: asked for as long as somebody has it in sight, and made only then. */
import { Loader } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Bot, BotState } from '../../../lib/client/generated.ts';
import { ask } from '../../api/client.ts';

const againMs = 700;
/** An older one is said to be old. */
const lateMs = 2_000;
const lookAgainMs = 250;

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

/** The moment, since then as time goes by. */
const useNow = (): number => {
  const [now, setNow] = useState(Date.now);
  useInterval(() => setNow(Date.now()), lookAgainMs, { autoInvoke: true });
  return now;
};

interface Taken {
  readonly jpeg: string;
  /** By the clock of this machine, or before: the way here counts as age. */
  readonly at: number;
}

const lookAt = async (id: string): Promise<Taken | null> => {
  const asked = Date.now();
  const { picture } = await ask('watchBot', { id });
  return picture && { jpeg: picture.jpeg, at: asked - picture.age_ms };
};

const Age = ({ at }: Pick<Taken, 'at'>) => {
  const age_ms = useNow() - at;
  const isLate = age_ms > lateMs;
  return (
    <figcaption data-late={isLate}>
      <i className="seen-dot" aria-hidden />
      {isLate ? `${secondsOf(age_ms)} old` : 'Live'}
    </figcaption>
  );
};

export const Picture = ({ bot }: { readonly bot: Bot }) => {
  const why = unseen[bot.state];
  const { data: taken, error } = useQuery({
    queryKey: ['bot', bot.id, 'picture'],
    queryFn: () => lookAt(bot.id),
    refetchInterval: againMs,
    staleTime: 0,
    gcTime: 0,
  });
  if (taken && !why)
    return (
      <figure className="seen">
        <img src={`data:image/jpeg;base64,${taken.jpeg}`} alt="The meeting, as the bot sees it now" />
        <Age at={taken.at} />
      </figure>
    );
  return (
    <div className="seen" data-empty>
      {!why && !error && <Loader color="gray" size="sm" aria-hidden />}
      <p role="status">
        {why ?? (error ? 'The picture of the meeting cannot be had at the moment.' : 'The picture comes in a moment.')}
      </p>
    </div>
  );
};
