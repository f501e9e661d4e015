/** How much the servers push that nobody here reads, for whoever looks into a meeting that lacks something. Pure but for its memory. */
const mostKinds = 20;
const others = 'other';

export const createUnread = () => {
  const counts = new Map<string, number>();
  return {
    /** What is pushed is called by the last part of its path; anything but a word may be a number of somebody's. */
    hear(path: string): void {
      const [, name = others] = /\/([a-z]{1,40})$/i.exec(path) ?? [];
      const counted = counts.has(name) || counts.size < mostKinds - 1 ? name : others;
      counts.set(counted, (counts.get(counted) ?? 0) + 1);
    },
    get facts() {
      return counts.size === 0 ? [] : [{ kind: 'teams.unread', pushes: Object.fromEntries(counts) }];
    },
  };
};
