/** By which names a bot is in its meeting. Pure but for its memory. */
import { BoundedSet } from '../../../process/bounded.ts';
import type { ParticipantView } from '../../meeting/view.ts';

const mostNames = 100;

/** Where a meeting has each name once, whoever comes second is called so (galene/index.ts). */
const second = / \(2\)$/;

const plain = (name: string): string => name.trim().replace(second, '');

interface OwnNames {
  /** Those of the bot among the people shown: a form may cut or change a name, an account or an invitation have another. */
  hear(shown: readonly Pick<ParticipantView, 'is_self' | 'name'>[]): void;
  /** Whether other connections of the bot may be called so. */
  has(name: string): boolean;
}

export const createOwnNames = (bot_name: string): OwnNames => {
  const names = new BoundedSet(mostNames, [plain(bot_name)]);
  return {
    hear(shown) {
      for (const { is_self, name } of shown) if (is_self && name.trim() !== '') names.add(plain(name));
    },
    has: (name) => names.has(plain(name)),
  };
};
