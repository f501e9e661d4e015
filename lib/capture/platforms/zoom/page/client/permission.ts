/** Whether the bot may record, by what the client says about it. Pure but for its memory. */
import type { MeetingView } from '../../../../meeting/view.ts';
import { normalText, sentenceTest } from '../../../judging/normal-text.ts';
import type { IsVisible } from '../../../page/is-visible.ts';
import { notices } from '../../selectors.ts';
import { isInWaitingRoom } from './inside.ts';

type Notice = keyof typeof notices;
type Permission = MeetingView['recording'];

const tests = (Object.keys(notices) as Notice[]).map(
  (name) => [name, notices[name].map((say) => sentenceTest(say))] as const,
);

const becomes: Record<Notice, Permission> = {
  granted: 'allowed',
  denied: 'denied',
  requested: 'requested',
  refused: 'denied',
};

export interface PermissionWatch {
  /** `root`: the client, `said`: what it says now, without what people say. */
  look(root: ParentNode, said: readonly string[]): void;
  /** The bot has asked. */
  asked(): void;
  /** It needed not to ask: the client records. */
  granted(): void;
  /** Whether the client offers a way to ask, as far as that is known: without one, there is nobody to be asked. */
  offers(way: boolean): void;
  /** What it offers leads to no way to ask, whatever is known of that later. */
  leadsNowhere(): void;
  readonly recording: Permission;
}

/**
 * A notice of the client counts when it appears: it stays on the page for seconds. Who is put back into the waiting room comes
 * in once more as somebody of whom nothing was said yet.
 */
export const createPermissionWatch = (isVisible: IsVisible = () => true): PermissionWatch => {
  let told: Permission | undefined;
  let isOffered = true;
  let leadsOn = true;
  let shown: ReadonlySet<Notice> = new Set();
  const recording = (): Permission => told ?? (isOffered && leadsOn ? 'not_asked' : 'allowed');

  return {
    look(root, said) {
      const texts = said.map(normalText);
      const now = new Set(
        tests.flatMap(([name, sentences]) => (texts.some((text) => sentences.some((says) => says(text))) ? name : [])),
      );
      for (const name of now) {
        // The client says so to whoever is about to ask, while the host denies all requests.
        const isMeant = told === 'allowed' || recording() === 'not_asked' || (told === undefined && !leadsOn);
        const matters = name !== 'refused' || isMeant;
        const isNews = matters && !shown.has(name);
        if (isNews) told = becomes[name];
      }
      shown = now;
      if (isInWaitingRoom(root, isVisible)) [told, leadsOn] = [undefined, true];
    },
    asked() {
      told = 'requested';
    },
    granted() {
      told = 'allowed';
    },
    offers(way) {
      isOffered = way;
    },
    leadsNowhere() {
      leadsOn = false;
    },
    get recording() {
      return recording();
    },
  };
};
