import { isErased } from '../../domain/bot/lifecycle.ts';
import { LastKept, lastKeptName } from '../../domain/captured/diagnostics.ts';
import { NothingThereError } from '../../domain/errors.ts';
import { advice, adviceFor } from '../../domain/meeting/advice.ts';
import { linkSeconds, type MediaStore } from '../../ports/media-store.ts';
import type { BotRepository } from '../../storage/bots/bots.ts';
import { capturedFolder } from '../../storage/bots/media-names.ts';
import type { BotRef } from '../../storage/keys.ts';
import { createGetBot } from '../bots/get-bot.ts';

export interface GetDiagnosticsPorts {
  readonly bots: Pick<BotRepository, 'get'>;
  readonly media: Pick<MediaStore, 'get' | 'link'>;
}

/**
 * The last diagnostics of a bot that could not go on in its meeting, with links to their files. @throws NothingThereError
 * where there are none, or not any more
 */
export const createGetDiagnostics = ({ bots, media }: GetDiagnosticsPorts) => {
  const getBot = createGetBot({ bots });
  return async (ref: BotRef) => {
    const { state } = await getBot(ref);
    const folder = capturedFolder(ref);
    if (isErased(state)) throw new NothingThereError('What this bot kept of its meeting was deleted.');
    const told = await media.get(folder + lastKeptName);
    if (!told) throw new NothingThereError('This bot has met nothing so far that it could not go on with.');
    const {
      at,
      folder: kept,
      files,
      reason,
      error,
      step,
      element,
      page,
      advice: known = page?.advice,
    } = LastKept.parse(JSON.parse(Buffer.from(told).toString()));
    const words = known ?? adviceFor(reason);
    return {
      created_at: at,
      reason,
      page_state: page?.page_state ?? null,
      evidence: page?.evidence ?? [],
      advice: words ? advice[words] : null,
      error: error ?? null,
      step: step ?? null,
      element: element ?? null,
      files: await Promise.all(
        files.map(async (name) => ({ name, url: await media.link(`${folder + kept}/${name}`, linkSeconds) })),
      ),
    };
  };
};
