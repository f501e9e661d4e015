/** What people's pictures are called: by the order in which they began, as lib-jitsi-meet has it (`_setupNewTrack`). */
export type PictureKind = 'camera' | 'screen';

export interface Sources {
  /** The pictures that somebody has sent, those among them that they begin to send now. */
  of(id: string, using: readonly PictureKind[]): readonly PictureKind[];
  /** As in `1f2a3b4c-v0`. */
  nameOf(id: string, kind: PictureKind): string;
}

export const createSources = (): Sources => {
  const begun = new Map<string, readonly PictureKind[]>();
  const of: Sources['of'] = (id, using) => {
    const before = begun.get(id) ?? [];
    const now = [...before, ...using.filter((kind) => !before.includes(kind))];
    begun.set(id, now);
    return now;
  };
  return { of, nameOf: (id, kind) => `${id}-v${of(id, [kind]).indexOf(kind)}` };
};
