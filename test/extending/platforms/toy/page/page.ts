/** Reads the toy's page. The entry point of a program. */
import type { FactsView } from '../../../../../lib/capture/meeting/view.ts';
import type { PageFacts } from '../../../../../lib/capture/platforms/judging/facts.ts';
import { pageFacts } from '../../../../../lib/capture/platforms/judging/page/page-facts.ts';
import { installHooks } from '../../../../../lib/capture/programs/page/install.ts';
import type { HookNames } from '../../../../../lib/capture/programs/protocol/page.ts';
import { selectors } from '../selectors.ts';
import { signs } from '../signs.ts';

const all = (selector: string): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(selector)];

const read = (): FactsView<PageFacts> => ({
  facts: pageFacts(signs),
  recording: 'allowed',
  breakout: { state: 'none', room_name: null },
  participants: all(selectors.people).map(({ dataset, textContent }) => ({
    id: dataset.id ?? '',
    user_uuid: null,
    name: textContent ?? '',
    is_host: false,
    is_self: dataset.id === 'self',
    has_camera: false,
    is_sharing: false,
    joined_at_ms: null,
  })),
  captions: [],
  messages: all(selectors.message).map(({ dataset, textContent }) => ({
    id: dataset.id ?? '',
    sender_id: dataset.from ?? '',
    sender_name: dataset.from ?? '',
    to: 'everyone',
    timestamp_ms: Number(dataset.at),
    edited_at_ms: null,
    text: textContent ?? '',
  })),
});

export const install = (names: HookNames): void => installHooks(names, { read, ownerOf: () => undefined });
