/** What several states of pages that are made of LiveKit's components are known by. */

/** What is prefabricated (`.lk-prejoin`, `.lk-video-conference`) loses that class where a page gives it one of its own. */
export const preJoin = '.lk-username-container';
export const nameBox = '.lk-username-container #username';
export const joinButton = '.lk-join-button';
export const conference = ':is(.lk-video-conference, .lk-video-conference-inner)';
/** Pages that are built of single parts have no more around them. */
export const bar = '.lk-control-bar';
export const leave = '.lk-disconnect-button';
export const tile = '.lk-participant-tile';
const othersTile = `${tile}[data-lk-local-participant="false"]`;
export const real = { seen_on: '2026-11-22', source: 'the real page: @livekit/components', confidence: 'P' } as const;
export const api = { seen_on: '2026-11-22', source: "the client's DisconnectReason", confidence: 'P' } as const;
export const gone = 'livekit.disconnected';
/** So the components say it, for as long as the page shows them. */
export const disconnected = 'Disconnected';
export const saysDisconnected = (id: string) => ({ id, class: 'T', say: disconnected, aside: true }) as const;
/**
 * The conference is not shown any more, or nothing of it can be left: what pages make of an end is their own. Those that have no
 * button of the components to leave by show that nobody else is there.
 */
export const isOutside = (id: string) =>
  ({
    id,
    class: 'S',
    selector: `body:not(:has(${conference}, ${bar} ${leave})), body:not(:has(${leave}, ${othersTile})), ${leave}[disabled]`,
    counts_hidden: true,
    aside: true,
  }) as const;
/** Somebody whom the server had let in, be it that no media got through yet, is out for one of these reasons. */
export const endedBy = (id: string, reasons: readonly [string, ...string[]]) =>
  [
    { id: `${id}.inside`, class: 'N', part: 'in', kind: 'livekit.connected', must: true },
    { id: `${id}.joined`, class: 'N', part: 'in', kind: 'livekit.joined', must: true },
    { id: `${id}.wire`, class: 'N', kind: gone, with: { reason: reasons }, must: true },
    isOutside(`${id}.outside`),
    saysDisconnected(`${id}.text`),
  ] as const;
