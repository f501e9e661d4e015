/** The video that a bot is asked to play: one at a time, each played once, and told once that it began and is over. */
import type { OutputVideo } from '../../../domain/bot/output-video.ts';
import type { GuardOptions } from '../../../net/address-guard.ts';
import type { SessionLog } from '../../meeting/log.ts';
import type { Stage } from '../../meeting/stage.ts';
import type { OutletMessage } from '../../programs/protocol/outlet.ts';
import { createVideoPlayer, type VideoPlayer } from '../../voice-agent/video-player.ts';
import type { SessionBot } from '../bot.ts';
import type { SessionClock } from '../ports.ts';
import { mayPlay } from './outlet-plan.ts';

export interface VideoDeskPorts {
  readonly bot: Pick<SessionBot, 'videoStarted' | 'videoOver'>;
  readonly clock: Pick<SessionClock, 'now_ms'>;
  readonly guard: GuardOptions;
  readonly log: SessionLog;
  readonly start: () => Promise<void>;
  readonly send: Stage['send'];
  /** Ends a player that is not needed any more, behind the caller's back. */
  readonly close: (player: VideoPlayer) => void;
  /** Whether people see or hear what the page plays. */
  readonly isShown: () => boolean;
  /** Hears that there may be something else to be seen, or told. */
  readonly onChange: () => void;
}

export interface VideoDesk {
  /** A video plays, or is ready to. */
  readonly isPlaying: boolean;
  /** Gets the video going that is asked for, and ends one that is not any more. */
  keep(wanted: OutputVideo | undefined): Promise<void>;
  /** Has the video play that is ready to. Safe to repeat. */
  roll(): Promise<void>;
  /** Tells what there is to be told of the video that is asked for. Another may be asked for once it is over, or while it loops. */
  tell(wanted: OutputVideo | undefined): Promise<void>;
  /** Hears what the outlet says. */
  take(message: OutletMessage): void;
  /** The page has lost whatever it was to play, or it is not wanted any more. */
  end(): void;
}

/** A video as it is played, and as it was told. That it was asked for is known again only some time after. */
interface Course {
  readonly id: string;
  hasBegun: boolean;
  isPlayedWhole: boolean;
  isToldBegun: boolean;
  isToldOver: boolean;
}

const untold = { isPlayedWhole: false, isToldOver: false };

/** Of one that has begun there is something to be told only where it did not come to its end. */
const whatWasNotPlayed = ({ hasBegun, isPlayedWhole }: Course, player: VideoPlayer | undefined): string | undefined => {
  if (!hasBegun) return player?.why ?? 'nobody could see or hear it';
  if (isPlayedWhole) return undefined;
  return `it broke off: ${player?.why ?? 'the page of the meeting was loaded anew, or the bot has another worker now'}`;
};

export const createVideoDesk = (ports: VideoDeskPorts): VideoDesk => {
  const { bot, clock, guard, log, start, send, close, isShown, onChange } = ports;
  let player: VideoPlayer | undefined;
  let course: Course | undefined;

  const courseOf = ({ id, started_at }: OutputVideo): Course => {
    const isToldBegun = started_at !== undefined;
    course = course?.id === id ? course : { ...untold, id, hasBegun: isToldBegun, isToldBegun };
    return course;
  };

  const look = (): void => {
    if (!player || !course || player.id !== course.id) return;
    if (player.hasPlayed && isShown()) course.hasBegun = true;
    if (player.isOver && player.why === undefined) course.isPlayedWhole = true;
  };

  const end = (): void => {
    look();
    if (player) close(player);
    player = undefined;
  };

  const mayBegin = (wanted: OutputVideo): boolean => {
    const { hasBegun, isToldOver } = courseOf(wanted);
    return mayPlay(wanted) && (wanted.loop || !hasBegun) && !isToldOver;
  };

  return {
    get isPlaying() {
      return player?.isPlaying ?? false;
    },
    async keep(wanted) {
      if (player && player.id !== wanted?.id) end();
      if (!wanted || player || !mayBegin(wanted)) return;
      await start();
      player = createVideoPlayer({ video: wanted, guard, log, send, onChange });
    },
    roll: async () => player?.roll(),
    async tell(wanted) {
      if (!wanted) return;
      const known = courseOf(wanted);
      look();
      if (known.hasBegun && !known.isToldBegun) {
        await bot.videoStarted(wanted.id);
        known.isToldBegun = true;
      }
      const isOver = player ? player.isOver : !mayBegin(wanted);
      if (!isOver || known.isToldOver) return;
      const why = whatWasNotPlayed(known, player);
      await bot.videoOver(wanted.id, why === undefined ? undefined : { at: new Date(clock.now_ms()), why });
      known.isToldOver = true;
    },
    take: (message) => player?.take(message),
    end,
  };
};
