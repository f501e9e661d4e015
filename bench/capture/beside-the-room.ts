/** What meetings cost beside the demo room, and which of them more than they may. */

export const mostMorePercent = 15;
export const target = `≤ +${mostMorePercent} %`;

/** In percent. */
const moreBy = (cost: number, room: number): number => Math.round((cost / room - 1) * 100);

/** As in `10.9 (−47 %)`; `beside` is written between both. */
export const costBeside = (cost: number, room: number, beside = ''): string => {
  const more = moreBy(cost, room);
  return `${cost.toFixed(1)}${beside} (${more < 0 ? '−' : '+'}${Math.abs(more)} %)`;
};

export interface Cost {
  readonly name: string;
  readonly cost: number;
  readonly room: number;
}

/** @throws Error with the figure where any of them cost more than they may, or were not measured */
export const withinTarget = (figure: string, costs: readonly Cost[]): string => {
  const missed = costs.filter(({ cost, room }) => !(moreBy(cost, room) <= mostMorePercent));
  if (missed.length > 0) throw new Error(`${figure}; missed by ${missed.map(({ name }) => name).join(', ')}`);
  return figure;
};
